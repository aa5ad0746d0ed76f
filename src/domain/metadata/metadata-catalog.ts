import { propertiesIn } from './metadata-fields.ts';
import { inherited } from './metadata-inheritance.ts';
import type { MetadataCollection, MetadataSet } from './metadata-set.ts';
import type { ValueList } from './value-list.ts';

/** The set that holds where nobody chose one. */
export const defaultSetId = 'default';

/** What always finds the default set (contract 4.3), and what clients in the field call it (compatibility 14), unless a set has this id itself. */
export const defaultSetNames: readonly string[] = ['-default-', 'mds', 'mds_oeh'];

/** All sets and value lists that are in force, found by their names. It never changes: a change makes a new one. */
export interface MetadataCatalog {
  /** With all that they inherit; the default set first, then by id. */
  readonly sets: readonly MetadataSet[];
  readonly valueLists: ReadonlyMap<string, ValueList>;
  /** As they were written, without what they inherit. */
  readonly written: MetadataCollection;
  /** By id or alias. */
  find(id: string): MetadataSet | undefined;
  /** All ids and aliases. */
  readonly names: readonly string[];
  /** Short names of all properties that a set speaks of; what is called without a namespace is a criterion of its own, and none. */
  readonly properties: ReadonlySet<string>;
}

const defaultFirst = (a: MetadataSet, b: MetadataSet): number => {
  if (a.id === b.id) return 0;
  if (a.id === defaultSetId || b.id === defaultSetId) return a.id === defaultSetId ? -1 : 1;
  return a.id < b.id ? -1 : 1;
};

/** Puts sets and value lists together. Where two have one id, the last holds. */
export function createMetadataCatalog(written: MetadataCollection): MetadataCatalog {
  const byId = new Map(written.sets.map((set) => [set.id, set]));
  const sets = [...byId.values()].map((set) => inherited(set, byId)).sort(defaultFirst);
  const byName = new Map<string, MetadataSet>();
  const standard = byId.has(defaultSetId) ? sets[0] : undefined;
  for (const set of sets) for (const alias of set.aliases ?? []) byName.set(alias, set);
  if (standard !== undefined) for (const name of defaultSetNames) byName.set(name, standard);
  for (const set of sets) byName.set(set.id, set);
  return {
    sets,
    written,
    valueLists: new Map(written.valueLists.map((list) => [list.id, list])),
    find: (id) => byName.get(id),
    names: [...byName.keys()],
    properties: new Set(sets.flatMap(propertiesIn).filter((name) => name.includes(':'))),
  };
}
