import { cachedPerObject } from '../../base/caching/cached-per-object.ts';
import { captionIn } from './captions.ts';
import type { MetadataCatalog } from './metadata-catalog.ts';
import { valueFieldsIn } from './metadata-fields.ts';
import type { MetadataSet } from './metadata-set.ts';
import type { Captions, ValueEntry } from './value-list.ts';

/** The captions of the values that nodes have, from the value lists of a catalog. */
export interface ValueCaptions {
  /** Whether there is a set with this ID. */
  hasSet(id: string): boolean;
  /**
   * The captions of values in a language, in the order of the values; a value that is not in the list stays as it is.
   * Undefined if the property has no value list in this set, or in the default set if the set does not exist.
   */
  of(set: string | undefined, property: string, values: readonly string[], language: string): string[] | undefined;
}

type CaptionsByKey = ReadonlyMap<string, Captions | undefined>;

/** Several fields may share a list, so each list is read once. */
const captionsOfList = cachedPerObject((entries: readonly ValueEntry[]): CaptionsByKey => {
  const byKey = new Map<string, Captions | undefined>();
  for (const { alternatives = [], caption } of entries) for (const key of alternatives) byKey.set(key, caption);
  for (const { key, caption } of entries) byKey.set(key, caption);
  return byKey;
});

/** The value lists of each property of a set. A property can have several, for example one for each form. */
function listsOf(set: MetadataSet, { valueLists }: MetadataCatalog): ReadonlyMap<string, readonly CaptionsByKey[]> {
  const lists = new Map<string, Set<CaptionsByKey>>();
  for (const { property, values = [] } of valueFieldsIn(set)) {
    const entries = typeof values === 'string' ? (valueLists.get(values)?.entries ?? []) : values;
    if (entries.length === 0) continue;
    const known = lists.get(property) ?? new Set();
    lists.set(property, known.add(captionsOfList(entries)));
  }
  return new Map([...lists].map(([property, known]) => [property, [...known]]));
}

/** Reads the value lists of a set when its first value is looked up. One object per catalog. */
export const valueCaptionsIn = cachedPerObject((catalog: MetadataCatalog): ValueCaptions => {
  const listsIn = cachedPerObject((set: MetadataSet) => listsOf(set, catalog));
  const fallback = catalog.sets[0];
  return {
    hasSet: (id) => catalog.find(id) !== undefined,
    of(id, property, values, language) {
      const set = (id === undefined ? undefined : catalog.find(id)) ?? fallback;
      const lists = set === undefined ? undefined : listsIn(set).get(property);
      if (lists === undefined) return undefined;
      return values.map((value) => captionIn(lists.find((list) => list.has(value))?.get(value), language) ?? value);
    },
  };
});
