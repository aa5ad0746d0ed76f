import { cachedPerObject } from '../../base/caching/cached-per-object.ts';
import type { PropertyBag } from '../nodes/records.ts';
import type { MetadataCatalog } from './metadata-catalog.ts';
import { valueFieldsIn } from './metadata-fields.ts';
import { namesOf, type ValueEntry } from './value-list.ts';

/** Properties that do not describe the subject: a text in German is not about the subject German. */
const nonSubjectProperties: ReadonlySet<string> = new Set([
  'cclom:general_language',
  'ccm:commonlicense_key',
  'ccm:commonlicense_cc_version',
]);

type ByKey = ReadonlyMap<string, ValueEntry>;

function byKeyOf(entries: readonly ValueEntry[]): ByKey {
  const byKey = new Map<string, ValueEntry>();
  for (const entry of entries) for (const key of entry.alternatives ?? []) byKey.set(key, entry);
  for (const entry of entries) byKey.set(entry.key, entry);
  return byKey;
}

const listsOf = cachedPerObject((catalog: MetadataCatalog): ReadonlyMap<string, ReadonlySet<ByKey>> => {
  const byEntries = new Map<readonly ValueEntry[], ByKey>();
  const lists = new Map<string, Set<ByKey>>();
  for (const set of catalog.sets) {
    for (const { property, values } of valueFieldsIn(set)) {
      const entries = typeof values === 'string' ? catalog.valueLists.get(values)?.entries : values;
      if (entries === undefined || nonSubjectProperties.has(property)) continue;
      const byKey = byEntries.get(entries) ?? byKeyOf(entries);
      byEntries.set(entries, byKey);
      lists.set(property, (lists.get(property) ?? new Set()).add(byKey));
    }
  }
  return lists;
});

/**
 * The captions and synonyms of these property values, in all languages of all active sets, without duplicates. Properties
 * that do not describe the subject, such as language and licence, are left out.
 */
export function valueTerms(catalog: MetadataCatalog, properties: PropertyBag): readonly string[] {
  const texts = new Set<string>();
  for (const [property, byKeys] of listsOf(catalog)) {
    for (const value of properties[property] ?? []) {
      for (const byKey of byKeys) {
        const entry = byKey.get(value);
        if (entry !== undefined) for (const text of namesOf(entry)) texts.add(text);
      }
    }
  }
  return [...texts];
}
