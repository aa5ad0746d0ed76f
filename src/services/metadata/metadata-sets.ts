import { badRequest, type RepositoryError } from '../../base/errors/errors.ts';
import { nearestOf } from '../../base/nearest.ts';
import type { ContentModel } from '../../domain/content-model/content-model.ts';
import type { MetadataCatalog } from '../../domain/metadata/metadata-catalog.ts';
import { fieldWithValues, propertiesIn } from '../../domain/metadata/metadata-fields.ts';
import type { MetadataQuery, MetadataSet } from '../../domain/metadata/metadata-set.ts';
import { nearestValues } from '../../domain/metadata/nearest-values.ts';
import type { ValueEntry } from '../../domain/metadata/value-list.ts';
import { entryNamed, findValues } from '../../domain/metadata/value-search.ts';
import type { Seams } from '../../ports/seams.ts';

/** Whose values are asked for. */
export interface ValuesOf {
  /** An id or alias. */
  readonly set: string;
  /** A query of the set; empty: none in particular. */
  readonly query: string;
  /** A property in its short or long form, or what a criterion is called by. */
  readonly property: string;
}

/** A set, and the catalog that it is of. */
export interface ResolvedSet {
  readonly set: MetadataSet;
  readonly catalog: MetadataCatalog;
}

/** Metadata sets are open to everybody who may call at all: they say what can be said of material, and nothing of any. */
export interface MetadataSetService {
  catalog(): Promise<MetadataCatalog>;
  /** By id or alias, with what was in force then. An unknown one is a `BadRequest` that names the nearest known one. */
  get(id: string): Promise<ResolvedSet>;
  /**
   * The values of a property that a pattern finds (`findValues`), in all their languages; none where any text may be put.
   * An unknown set, query or property is a `BadRequest` that names the nearest known one.
   */
  values(of: ValuesOf, pattern: string, language: string): Promise<readonly ValueEntry[]>;
  /** The values with these keys, in the order of the keys; unknown keys are left out. */
  valuesForKeys(of: ValuesOf, keys: readonly string[]): Promise<readonly ValueEntry[]>;
  /** The value that has this caption in one of its languages; a `BadRequest` where there is none. */
  suggested(of: ValuesOf, caption: string): Promise<ValueEntry>;
  /** From now on, changed files come in by themselves. */
  follow(): Promise<void>;
}

const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…`.toWellFormed() : text);

/** A word that nobody knows, and the one that may be meant. `known` is not empty. */
export function unknownName(kind: string, unknown: string, known: Iterable<string>): RepositoryError {
  const nearest = nearestOf(known, unknown);
  return badRequest(
    nearest === ''
      ? `There is no ${kind} «${short(unknown)}», and no other one either.`
      : `There is no ${kind} «${short(unknown)}». The nearest one is «${nearest}».`,
  );
}

/** The query of a set by its id. An unknown one is a `BadRequest` that names the nearest. */
export function queryOf(set: MetadataSet, id: string): MetadataQuery {
  const queries = set.queries?.queries ?? [];
  const found = queries.find((query) => query.id === id);
  if (found !== undefined) return found;
  throw unknownName(
    `query in the metadata set ${set.id}`,
    id,
    queries.map((query) => query.id),
  );
}

/** Values that are named in a hint. */
const mostHints = 3;

const listed = (near: readonly ValueEntry[]): string => {
  const names = near.map(({ key, caption }) => `«${short([...(caption?.values() ?? [])][0] ?? key)}»`);
  return names.length === 0 ? '' : ` Near to it: ${names.join(', ')}.`;
};

export function createMetadataSetService(
  { metadataSets }: Pick<Seams, 'metadataSets'>,
  dictionary: Pick<ContentModel, 'shortName'>,
): MetadataSetService {
  const get = async (id: string): Promise<ResolvedSet> => {
    const catalog = await metadataSets.current();
    const set = catalog.find(id);
    if (set === undefined) throw unknownName('metadata set', id, catalog.names);
    return { set, catalog };
  };

  /** What can be chosen for a property; nothing where any text may be put. */
  const entriesOf = async ({ set: id, query, property }: ValuesOf): Promise<readonly ValueEntry[]> => {
    const { set, catalog } = await get(id);
    const name = dictionary.shortName(property) ?? property;
    const field = fieldWithValues(set, query === '' ? undefined : queryOf(set, query), name);
    if (field === undefined) throw unknownName(`property in the metadata set ${set.id}`, property, propertiesIn(set));
    const { values = [] } = field;
    return typeof values === 'string' ? (catalog.valueLists.get(values)?.entries ?? []) : values;
  };

  return {
    catalog: metadataSets.current,
    get,
    values: async (of, pattern, language) => findValues(await entriesOf(of), pattern, language),
    async valuesForKeys(of, keys) {
      const wanted = new Set(keys);
      const found = new Map<string, ValueEntry>();
      for (const entry of await entriesOf(of)) if (wanted.has(entry.key)) found.set(entry.key, entry);
      return [...wanted].flatMap((key) => found.get(key) ?? []);
    },
    async suggested(of, caption) {
      const entries = await entriesOf(of);
      const entry = entryNamed(entries, caption);
      if (entry !== undefined) return entry;
      if (entries.length === 0)
        throw badRequest(`${short(of.property)} has no values to choose from: put the text itself.`);
      const near = listed(await nearestValues(entries, caption, mostHints));
      throw badRequest(
        `${short(of.property)} has no value that is called «${short(caption)}».${near} An administrator can add one to its value list.`,
      );
    },
    follow: metadataSets.follow,
  };
}
