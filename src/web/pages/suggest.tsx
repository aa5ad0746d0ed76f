import type { Client } from '../../client/client.ts';
import type { PageAnswer } from '../../contract/page.ts';
import { wordsOf } from '../parts/facets.tsx';
import { bareName } from '../parts/granted.tsx';
import type { IconName } from '../parts/icon.tsx';
import { Option } from '../parts/suggestions.tsx';
import { part } from '../visit/answers.ts';
import { type Metadata, metadataSet } from '../visit/metadata.ts';
import { shownPath } from '../visit/nodes.ts';
import type { Visit } from '../visit/visit.ts';
import { filterFields } from './search.tsx';

type Suggestion = Awaited<ReturnType<Client['suggestNames']>>['suggestions'][number];

type Kind = Suggestion['kind'];

const maxShown = 8;

/** Leaves room for values. */
const maxNodes = 6;

const icons: Readonly<Record<Kind, IconName>> = {
  ...{ file: 'file', folder: 'folder', collection: 'collection', person: 'person', group: 'people', value: 'search' },
};

/** Suggestions for what was typed; none before the first letter. */
async function suggest({ call }: Visit, text: string, kind: Kind[]): Promise<readonly Suggestion[]> {
  const q = text.trim().slice(0, 1000);
  return q === '' ? [] : (await call.suggestNames({ q, kind })).suggestions;
}

const isSameCaption = (one: Suggestion, other: Suggestion): boolean =>
  one.property === other.property && one.label === other.label;

/** The material before the values of fields. Values with the same caption, such as those of two lists of subjects, are one. */
function bestOf(found: readonly Suggestion[]): readonly Suggestion[] {
  const values = found.filter(({ kind }) => kind === 'value');
  const named = values.filter((each) => values.find((other) => isSameCaption(each, other)) === each);
  const nodes = found.filter(({ kind }) => kind !== 'value').slice(0, named.length > 0 ? maxNodes : maxShown);
  return [...nodes, ...named].slice(0, maxShown);
}

/** Where a suggestion leads: to the page of a node, or to what has the value, by a filter or by its words. */
function pathOf(suggestion: Suggestion, found: readonly Suggestion[], metadata: Metadata): string {
  const { kind, id, label, property } = suggestion;
  if (kind !== 'value') return `/${kind === 'file' ? 'node' : kind}/${encodeURIComponent(id)}`;
  const ids = found.filter((each) => isSameCaption(each, suggestion)).map((each) => each.id);
  const isFilter = property !== null && filterFields(metadata).includes(property);
  return `/search?${new URLSearchParams(isFilter ? ids.map((value) => [property, value]) : { q: label })}`;
}

/** What a suggestion is: for a value, the caption of its field. */
function aboutOf({ texts }: Visit, { kind, property, folder }: Suggestion, metadata: Metadata): string {
  const caption = property === null ? '' : metadata.captionOf(property);
  const text = caption === '' || caption === property ? texts.of(`suggest.kind.${kind}`) : caption;
  return folder === null || folder === '/' ? text : `${text} · ${shownPath(texts, folder)}`;
}

/** People and groups whose names begin with a text. Without the right to list them, there are none. */
export const suggestedAuthorities = (visit: Visit, text: string): Promise<readonly Suggestion[]> =>
  suggest(visit, text, ['person', 'group']);

/** Suggestions of people and groups, for a field that takes their names. */
export async function suggestAuthorities(visit: Visit): Promise<PageAnswer> {
  const found = await suggestedAuthorities(visit, visit.query.get('name') ?? '');
  return part(
    <>
      {found.slice(0, maxShown).map(({ kind, id, label }) => (
        <Option
          key={id}
          visit={visit}
          icon={icons[kind]}
          label={label}
          about={`${visit.texts.of(`suggest.kind.${kind}`)} · ${bareName(id)}`}
          value={bareName(id)}
        />
      ))}
    </>,
  );
}

/** Suggestions for the search: material, folders, collections, and values of fields such as subjects. */
export async function suggestMaterial(visit: Visit): Promise<PageAnswer> {
  const metadata = await metadataSet(visit);
  const found = await suggest(visit, wordsOf(visit), ['file', 'folder', 'collection', 'value']);
  return part(
    <>
      {bestOf(found).map((each) => (
        <Option
          key={`${each.kind} ${each.property} ${each.id}`}
          visit={visit}
          icon={icons[each.kind]}
          label={each.label}
          about={aboutOf(visit, each, metadata)}
          path={pathOf(each, found, metadata)}
        />
      ))}
    </>,
  );
}
