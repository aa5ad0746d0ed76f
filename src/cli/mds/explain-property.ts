import { nearestOf } from '../../base/nearest.ts';
import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import { shellWord } from '../print/shell-word.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import type { MetadataSet } from './views.ts';

type Dictionary = Result<Operations['getDictionary']>;

/** What a set and the dictionary say of a property. */
export interface Explanation {
  readonly property: string;
  readonly set: string;
  readonly caption: string | null;
  readonly help: string | null;
  /** In the dictionary's words; null: it does not know it. */
  readonly title: string | null;
  readonly type: string | null;
  readonly several: boolean;
  readonly widget: string | null;
  readonly required: string | null;
  readonly values: string;
  readonly views: readonly string[];
  readonly lists: readonly string[];
  readonly queries: readonly { readonly query: string; readonly statement: string }[];
}

const shownValues = 4;

/** The first values, and how to see the others. */
function valuesOf(set: MetadataSet, widget: MetadataSet['widgets'][number] | undefined): string {
  if (widget?.hasValues !== true) return '';
  const command = `edu-repo mds values ${shellWord(set.mds.ref.id)} ${shellWord(widget.id)}`;
  if (widget.values === null) return `many, see ${command}`;
  const captions = widget.values.slice(0, shownValues).map(({ caption }) => caption);
  const more = widget.values.length - captions.length;
  return more > 0 ? `${captions.join(' | ')} | and ${more} more, see ${command}` : captions.join(' | ');
}

function unknownProperty(property: string, known: readonly string[], set: string): Failure {
  return new Failure(exitCodes.notFound, {
    what: `Neither the metadata set ${set} nor the dictionary knows the property «${property}».`,
    why: `The nearest one that is known is ${nearestOf(known, property)}.`,
    next: `Try: edu-repo mds explain ${shellWord(nearestOf(known, property))}, or edu-repo mds get ${shellWord(set)}`,
  });
}

/** Gathers what is said of a property. Throws a failure that names the nearest one where nobody knows it. */
export function explainProperty(set: MetadataSet, dictionary: Dictionary, property: string): Explanation {
  const { mds, widgets } = set;
  const widget = widgets.find(({ id }) => id === property);
  const word = dictionary.properties.find(({ name }) => name === property);
  if (widget === undefined && word === undefined) {
    const known = [...widgets.map(({ id }) => id), ...dictionary.properties.map(({ name }) => name)];
    throw unknownProperty(property, known, mds.ref.id);
  }
  const has = ({ properties }: { readonly properties: readonly { readonly name: string }[] }): boolean =>
    properties.some(({ name }) => name === property);
  return {
    property,
    set: `${set.name} (${mds.ref.id})`,
    caption: widget?.caption ?? null,
    help: widget?.bottomCaption ?? null,
    title: word?.title ?? null,
    type: word?.type ?? null,
    several: word?.list ?? false,
    widget: widget?.type ?? null,
    required: widget?.isRequired ?? null,
    values: valuesOf(set, widget),
    views: mds.forms.filter(({ panels }) => panels.some(has)).map(({ id }) => id),
    lists: mds.lists.filter(has).map(({ id }) => id),
    queries: mds.queries.queries.flatMap(({ criteriaboxid, properties }) =>
      properties
        .filter(({ name }) => name === property)
        .map(({ statement }) => ({ query: criteriaboxid, statement: statement ?? 'its whole value' })),
    ),
  };
}
