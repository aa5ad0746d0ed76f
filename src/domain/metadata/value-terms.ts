import type { PropertyBag } from '../nodes/records.ts';
import type { MetadataCatalog } from './metadata-catalog.ts';
import { valueFieldsIn } from './metadata-fields.ts';
import type { ValueEntry } from './value-list.ts';

/** They say how material may be used, not what it is about: a text in German is nothing of the subject German. */
const notAbout: ReadonlySet<string> = new Set([
  'cclom:general_language',
  'ccm:commonlicense_key',
  'ccm:commonlicense_cc_version',
]);

type ByKey = ReadonlyMap<string, ValueEntry>;

function byKeyOf(entries: readonly ValueEntry[]): ByKey {
  const byKey = new Map<string, ValueEntry>();
  for (const entry of entries) for (const other of entry.alternatives ?? []) byKey.set(other, entry);
  for (const entry of entries) byKey.set(entry.key, entry);
  return byKey;
}

function makeLists(catalog: MetadataCatalog): ReadonlyMap<string, ReadonlySet<ByKey>> {
  const made = new Map<readonly ValueEntry[], ByKey>();
  const lists = new Map<string, Set<ByKey>>();
  for (const set of catalog.sets) {
    for (const { property, values } of valueFieldsIn(set)) {
      const entries = typeof values === 'string' ? catalog.valueLists.get(values)?.entries : values;
      if (entries === undefined || notAbout.has(property)) continue;
      const byKey = made.get(entries) ?? byKeyOf(entries);
      made.set(entries, byKey);
      lists.set(property, (lists.get(property) ?? new Set()).add(byKey));
    }
  }
  return lists;
}

/** Made once for a catalog, and gone with it. */
const known = new WeakMap<MetadataCatalog, ReadonlyMap<string, ReadonlySet<ByKey>>>();

function* textsOf({ caption, synonyms }: ValueEntry): Generator<string> {
  yield* caption?.values() ?? [];
  for (const words of synonyms?.values() ?? []) yield* words;
}

/**
 * What the values of these properties are called, in all languages of all sets in force, with their synonyms: each text once.
 * What says nothing of the subject, as the language or the licence, is left out.
 */
export function valueTerms(catalog: MetadataCatalog, properties: PropertyBag): readonly string[] {
  const lists = known.get(catalog) ?? makeLists(catalog);
  known.set(catalog, lists);
  const texts = new Set<string>();
  for (const [property, byKeys] of lists) {
    for (const value of properties[property] ?? []) {
      for (const byKey of byKeys) {
        const entry = byKey.get(value);
        if (entry !== undefined) for (const text of textsOf(entry)) texts.add(text);
      }
    }
  }
  return [...texts];
}
