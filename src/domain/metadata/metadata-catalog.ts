import { propertiesIn, valueFieldsIn } from './metadata-fields.ts';
import { inherited } from './metadata-inheritance.ts';
import type { MetadataCollection, MetadataSet } from './metadata-set.ts';
import type { ValueList } from './value-list.ts';

/** The set for requests that do not name one. */
export const defaultSetId = 'default';

/**
 * Names of the default set: `-default-` (contract 4.3), and those that existing clients use. A set with such an ID has
 * priority.
 */
export const defaultSetNames: readonly string[] = ['-default-', 'mds', 'mds_oeh'];

/** All active metadata sets and value lists. Immutable: a change creates a new catalog. */
export interface MetadataCatalog {
  /** With everything they inherit. The default set comes first, then the others by ID. */
  readonly sets: readonly MetadataSet[];
  readonly valueLists: ReadonlyMap<string, ValueList>;
  /** As written, without what they inherit. */
  readonly written: MetadataCollection;
  /** Finds a set by its ID or an alias. */
  find(id: string): MetadataSet | undefined;
  /** All IDs and aliases. */
  readonly names: readonly string[];
  /** Short names of all properties in the sets. Names without a namespace are criteria, not properties, and are left out. */
  readonly properties: ReadonlySet<string>;
  /** Short names of the properties whose values come from a list, or are identifiers. */
  readonly keyProperties: ReadonlySet<string>;
}

/** Properties whose values are identifiers, in whatever set. */
const identifiers: readonly string[] = [
  'ccm:commonlicense_key',
  'ccm:replicationsource',
  'ccm:replicationsourceid',
  'ccm:replicationsourceuuid',
  'cclom:general_identifier',
];

/** Names and texts, for which a list only suggests values. Their words are searched. */
const texts: ReadonlySet<string> = new Set([
  ...['cm:name', 'cm:title', 'cm:description'],
  ...['cclom:title', 'cclom:general_description', 'cclom:general_keyword'],
]);

const keyPropertiesIn = (sets: readonly MetadataSet[]): ReadonlySet<string> => {
  const listed = sets.flatMap(valueFieldsIn).map(({ property }) => property);
  return new Set([...identifiers, ...listed].filter((name) => name.includes(':') && !texts.has(name)));
};

const defaultFirst = (a: MetadataSet, b: MetadataSet): number => {
  if (a.id === b.id) return 0;
  if (a.id === defaultSetId || b.id === defaultSetId) return a.id === defaultSetId ? -1 : 1;
  return a.id < b.id ? -1 : 1;
};

/** Builds a catalog. If several sets or value lists have the same ID, the last one wins. */
export function createMetadataCatalog(written: MetadataCollection): MetadataCatalog {
  const byId = new Map(written.sets.map((set) => [set.id, set]));
  const sets = [...byId.values()].map((set) => inherited(set, byId)).sort(defaultFirst);
  const byName = new Map<string, MetadataSet>();
  const defaultSet = byId.has(defaultSetId) ? sets[0] : undefined;
  for (const set of sets) for (const alias of set.aliases ?? []) byName.set(alias, set);
  if (defaultSet !== undefined) for (const name of defaultSetNames) byName.set(name, defaultSet);
  for (const set of sets) byName.set(set.id, set);
  return {
    sets,
    written,
    valueLists: new Map(written.valueLists.map((list) => [list.id, list])),
    find: (id) => byName.get(id),
    names: [...byName.keys()],
    properties: new Set(sets.flatMap(propertiesIn).filter((name) => name.includes(':'))),
    keyProperties: keyPropertiesIn(sets),
  };
}
