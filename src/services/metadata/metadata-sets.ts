import { badRequest, RepositoryError } from '../../base/errors/errors.ts';
import { nearestOf } from '../../base/nearest.ts';
import type { ContentModel } from '../../domain/content-model/content-model.ts';
import { builtInQueries } from '../../domain/metadata/built-in-queries.ts';
import type { MetadataCatalog } from '../../domain/metadata/metadata-catalog.ts';
import { fieldWithValues, propertiesIn } from '../../domain/metadata/metadata-fields.ts';
import type { MetadataQuery, MetadataSet } from '../../domain/metadata/metadata-set.ts';
import { nearestValues } from '../../domain/metadata/nearest-values.ts';
import type { ValueEntry } from '../../domain/metadata/value-list.ts';
import { entryNamed, findValues } from '../../domain/metadata/value-search.ts';
import type { Seams } from '../../ports/seams.ts';

interface ValuesOf {
  /** An ID or alias. */
  readonly set: string;
  /** The ID of a query of the set. Empty: none. */
  readonly query: string;
  /** A property in its short or long form, or the name of a criterion. */
  readonly property: string;
}

/** A set, and the catalog that it belongs to. */
export interface ResolvedSet {
  readonly set: MetadataSet;
  readonly catalog: MetadataCatalog;
}

/** Serves metadata sets. Every caller may read them: they describe metadata fields, not nodes. */
export interface MetadataSetService {
  catalog(): Promise<MetadataCatalog>;
  /** A set by ID or alias, with the current catalog. Rejects with `NotFound` for an unknown one, naming the nearest. */
  get(id: string): Promise<ResolvedSet>;
  /**
   * The values of a property that match a pattern (`findValues`), with captions in all languages; none for free text.
   * Rejects with `NotFound` for an unknown set or query and with `BadRequest` for an unknown property, naming the nearest.
   */
  values(of: ValuesOf, pattern: string, language: string): Promise<readonly ValueEntry[]>;
  /** The values with these keys, in the order of the keys. Unknown keys are left out. */
  valuesForKeys(of: ValuesOf, keys: readonly string[]): Promise<readonly ValueEntry[]>;
  /** The value that has this caption in any language. Rejects with `BadRequest` if there is none. */
  suggested(of: ValuesOf, caption: string): Promise<ValueEntry>;
  /** Reads changed files in the background from now on. */
  follow(): Promise<void>;
}

const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…`.toWellFormed() : text);

/** The error for an unknown name, with the nearest known one: `NotFound` for a set or a query, else `BadRequest`. */
export function unknownName(
  kind: 'metadata set' | 'query' | 'property',
  unknown: string,
  known: Iterable<string>,
  where = '',
): RepositoryError {
  const nearest = nearestOf(known, unknown);
  const problem = `There is no ${kind} "${short(unknown)}"${where}.`;
  const message = nearest === '' ? problem : `${problem} The nearest one is "${nearest}".`;
  return new RepositoryError(kind === 'property' ? 'BadRequest' : 'NotFound', message);
}

/** A query of a set, or a built-in one, by its ID. Throws `NotFound` with the nearest known one. */
export function queryOf(set: MetadataSet, id: string): MetadataQuery {
  const queries = set.queries?.queries ?? [];
  const query = queries.find((each) => each.id === id) ?? builtInQueries.get(id);
  if (query !== undefined) return query;
  const known = [...queries.map((each) => each.id), ...builtInQueries.keys()];
  throw unknownName('query', id, known, ` in the metadata set ${set.id}`);
}

/** Maximum number of similar values in an error message. */
const maxHints = 3;

async function noSuchValue(
  property: string,
  entries: readonly ValueEntry[],
  caption: string,
): Promise<RepositoryError> {
  if (entries.length === 0) return badRequest(`${short(property)} has no values to choose from. It takes any text.`);
  const near = await nearestValues(entries, caption, maxHints);
  const names = near.map((entry) => `"${short([...(entry.caption?.values() ?? [])][0] ?? entry.key)}"`);
  const hint = names.length === 0 ? '' : ` Similar values: ${names.join(', ')}.`;
  return badRequest(
    `${short(property)} has no value with the caption "${short(caption)}".${hint} An administrator can add it to the value list of the property.`,
  );
}

export function createMetadataSetService(
  { metadataSets }: Pick<Seams, 'metadataSets'>,
  { shortName }: Pick<ContentModel, 'shortName'>,
): MetadataSetService {
  const get = async (id: string): Promise<ResolvedSet> => {
    const catalog = await metadataSets.current();
    const set = catalog.find(id);
    if (set === undefined) throw unknownName('metadata set', id, catalog.names);
    return { set, catalog };
  };

  /** The values to choose from. None if the property takes free text. */
  const entriesOf = async ({ set: id, query, property }: ValuesOf): Promise<readonly ValueEntry[]> => {
    const { set, catalog } = await get(id);
    const field = fieldWithValues(set, query === '' ? undefined : queryOf(set, query), shortName(property) ?? property);
    if (field === undefined)
      throw unknownName('property', property, propertiesIn(set), ` in the metadata set ${set.id}`);
    const { values = [] } = field;
    return typeof values === 'string' ? (catalog.valueLists.get(values)?.entries ?? []) : values;
  };

  return {
    catalog: metadataSets.current,
    get,
    values: async (of, pattern, language) => findValues(await entriesOf(of), pattern, language),
    async valuesForKeys(of, keys) {
      const requested = new Set(keys);
      const entries = new Map<string, ValueEntry>();
      for (const entry of await entriesOf(of)) if (requested.has(entry.key)) entries.set(entry.key, entry);
      return [...requested].flatMap((key) => entries.get(key) ?? []);
    },
    async suggested(of, caption) {
      const entries = await entriesOf(of);
      const entry = await entryNamed(entries, caption);
      if (entry === undefined) throw await noSuchValue(of.property, entries, caption);
      return entry;
    },
    follow: metadataSets.follow,
  };
}
