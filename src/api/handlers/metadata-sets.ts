import { yieldToEventLoop } from '../../base/scheduling/event-loop.ts';
import { WrittenJson } from '../../contract/written-json.ts';
import { languageOf } from '../../domain/metadata/captions.ts';
import type { MetadataCatalog } from '../../domain/metadata/metadata-catalog.ts';
import type { MetadataSet } from '../../domain/metadata/metadata-set.ts';
import type { ValueEntry } from '../../domain/metadata/value-list.ts';
import type { HandlerParts, Handlers } from '../handler.ts';
import { emptySet, presentSet, presentSetDescription } from '../presenters/metadata/metadata-set.ts';
import { captionOf, presentValue } from '../presenters/metadata/metadata-values.ts';

type MetadataSetHandlers = Pick<
  Handlers,
  'getMetadataSets' | 'getMetadataSet' | 'getValues' | 'getValuesForKeys' | 'suggestValue'
>;

/** The number of values to write before other requests are served. */
const valuesPerPause = 2_000;

/** The maximum number of cached responses. There is one for each set and language. */
const maxCachedResponses = 60;

/** Writes the values twice: as the list that clients read, and in a property of a query, as the contract requires. */
async function writeValues(
  entries: readonly ValueEntry[],
  language: string,
  { mds, name, query }: { readonly mds: ReturnType<typeof emptySet>; readonly name: string; readonly query: string },
): Promise<WrittenJson> {
  const forClients: string[] = [];
  const forContract: string[] = [];
  for (let from = 0; from < entries.length; from += valuesPerPause) {
    if (from > 0) await yieldToEventLoop();
    const batch = entries.slice(from, from + valuesPerPause).map((entry) => [entry.key, captionOf(entry, language)]);
    forClients.push(
      batch
        .map(([key, caption]) => JSON.stringify({ key, displayString: caption, replacementString: caption }))
        .join(','),
    );
    forContract.push(batch.map(([key, value]) => JSON.stringify({ key, value })).join(','));
  }
  const property = {
    ...{ name, label: null, labelHint: null, formHeight: null, formLength: null, widget: null, widgetTitle: null },
    ...{ copyFrom: [], parameters: [], hasValues: true, defaultValues: [] },
    ...{ multiple: false, placeHolder: null, styleName: null, styleNameLabel: null, type: null, validators: [] },
    ...{ statement: null, multipleJoin: null, toogle: false, initByGetParam: null },
  };
  const box = { criteriaboxid: query, handlerclass: null, join: 'AND', label: null, layout: null, statement: null };
  const queries = { baseQuery: null, queries: [{ ...box, stylename: null, widget: null, properties: [property] }] };
  // The values come last in the property, which is the last part of the set.
  const end = '}]}]}}';
  const { queries: _, ...rest } = mds;
  const set = JSON.stringify({ ...rest, queries });
  const before = set.slice(0, -end.length);
  return new WrittenJson(
    `{"mds":${before},"values":[${forContract.join(',')}]${end},"values":[`,
    ...forClients.flatMap((text, at) => (at === 0 ? [text] : [',', text])),
    ']}',
  );
}

function createSetWriter(repository: string) {
  const responses = new WeakMap<MetadataCatalog, Map<string, WrittenJson>>();
  return (set: MetadataSet, catalog: MetadataCatalog, language: string): WrittenJson => {
    const cached = responses.get(catalog) ?? new Map<string, WrittenJson>();
    responses.set(catalog, cached);
    const key = `${language} ${set.id}`;
    const written =
      cached.get(key) ?? new WrittenJson(JSON.stringify(presentSet(set, { catalog, language, repository })));
    if (cached.size >= maxCachedResponses) cached.clear();
    cached.set(key, written);
    return written;
  };
}

export function metadataSetHandlers({ services, settings }: HandlerParts): MetadataSetHandlers {
  const { metadataSets } = services;
  const repository = settings.repository.id;
  const writeSet = createSetWriter(repository);
  return {
    async getMetadataSets(_, { locale }) {
      const { sets } = await metadataSets.catalog();
      const language = languageOf(locale);
      const visible = sets.filter(({ hidden }) => hidden !== true);
      return { metadatasets: visible.map((set) => presentSetDescription(set, { language, repository })) };
    },
    async getMetadataSet({ params }, { locale }) {
      const { set, catalog } = await metadataSets.get(params.metadataset);
      return writeSet(set, catalog, languageOf(locale));
    },
    async getValues({ params, body }, { locale }) {
      const { query, property, pattern } = 'valueParameters' in body ? body.valueParameters : body;
      const language = languageOf(locale);
      const { set } = await metadataSets.get(params.metadataset);
      const of = { set: set.id, query: query ?? '', property };
      const entries = await metadataSets.values(of, pattern ?? '', language);
      return writeValues(entries, language, { mds: emptySet(set.id, repository), name: property, query: query ?? '' });
    },
    async getValuesForKeys({ params, query: { query, property }, body }, { locale }) {
      const language = languageOf(locale);
      const { set } = await metadataSets.get(params.metadataset);
      const entries = await metadataSets.valuesForKeys({ set: set.id, query: query ?? '', property }, body);
      return writeValues(entries, language, { mds: emptySet(set.id, repository), name: property, query: query ?? '' });
    },
    async suggestValue({ params, query: { caption } }, { locale }) {
      const of = { set: params.metadataset, query: '', property: params.widget };
      return presentValue(await metadataSets.suggested(of, caption), languageOf(locale));
    },
  };
}
