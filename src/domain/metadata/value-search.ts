import { cachedPerObject } from '../../base/caching/cached-per-object.ts';
import { inBatches } from '../../base/scheduling/batches.ts';
import { foldedForms } from '../text/folding.ts';
import { captionIn } from './captions.ts';
import { baseLanguage } from './language-tag.ts';
import { anyLanguage, namesOf, type ValueEntry } from './value-list.ts';

/** The pattern for all values (contract 2.8), like an empty one. */
const allValues = '-all-';

/** Number of entries to compare before yielding to the event loop. Takes some milliseconds. */
const searchBatchSize = 20_000;

/** The searchable texts of an entry, folded, each after a line break. */
type Haystack = string;

/** The searchable part of a key. Keys that are URLs usually have the same beginning, so only the end counts. */
const searchableKey = (key: string): string => (/^https?:/i.test(key) ? key.replace(/^.*[/#](?=.)/s, '') : key);

function haystackOf({ key, caption, synonyms }: ValueEntry, language: string): Haystack {
  const texts = [captionIn(caption, language) ?? key, searchableKey(key)];
  const base = baseLanguage(language);
  for (const [of, words] of synonyms ?? []) if (of === anyLanguage || baseLanguage(of) === base) texts.push(...words);
  return `\n${foldedForms(texts.join('\n')).join('\n')}`;
}

/** Cached by list and language, as long as the list exists: folding takes longer than searching. */
const cachedHaystacks = cachedPerObject((_: readonly ValueEntry[]) => new Map<string, Promise<readonly Haystack[]>>());

async function createHaystacks(entries: readonly ValueEntry[], language: string): Promise<readonly Haystack[]> {
  const haystacks: Haystack[] = [];
  for await (const batch of inBatches(entries)) for (const entry of batch) haystacks.push(haystackOf(entry, language));
  return haystacks;
}

/** Maximum number of cached languages per list. */
const maxCachedLanguages = 8;

function haystacksOf(entries: readonly ValueEntry[], language: string): Promise<readonly Haystack[]> {
  const byLanguage = cachedHaystacks(entries);
  if (byLanguage.size >= maxCachedLanguages && !byLanguage.has(language)) byLanguage.clear();
  const haystacks = byLanguage.get(language) ?? createHaystacks(entries, language);
  byLanguage.set(language, haystacks);
  return haystacks;
}

/** A pattern without `*` at its ends, where it changes nothing. */
const plainPattern = (pattern: string): string => pattern.trim().replace(/^\*+|(?<!\*)\*+$/g, '');

/**
 * The entries whose caption in this language, synonym or key contains the pattern: first those where one of these starts with
 * it, then the others, each in list order. Case and accents are ignored, and `ae` equals `ä`. An empty pattern, `-all-` and
 * `*` match all. Yields to the event loop.
 */
export async function findValues(
  entries: readonly ValueEntry[],
  pattern: string,
  language: string,
): Promise<readonly ValueEntry[]> {
  const plain = plainPattern(pattern);
  if (plain === '' || plain === allValues) return entries;
  const forms = [...new Set(foldedForms(plain))];
  const haystacks = await haystacksOf(entries, language);
  // The start of a URL is not searchable, so a pattern with it is compared with the key.
  const urlPrefix = /^https?:/i.test(plain) ? plain : undefined;
  const first: ValueEntry[] = [];
  const rest: ValueEntry[] = [];
  let index = 0;
  for await (const batch of inBatches(entries, searchBatchSize)) {
    for (const entry of batch) {
      const haystack = haystacks[index] ?? '';
      index += 1;
      if (
        forms.some((form) => haystack.includes(`\n${form}`)) ||
        (urlPrefix !== undefined && entry.key.startsWith(urlPrefix))
      )
        first.push(entry);
      else if (forms.some((form) => haystack.includes(form))) rest.push(entry);
    }
  }
  return [...first, ...rest];
}

type KeysByName = ReadonlyMap<string, readonly string[]>;

const keysByName = cachedPerObject(async (entries: readonly ValueEntry[]): Promise<KeysByName> => {
  const byName = new Map<string, string[]>();
  for await (const batch of inBatches(entries)) {
    for (const entry of batch) {
      for (const form of new Set(namesOf(entry).flatMap((name) => [...foldedForms(name)]))) {
        const keys = byName.get(form);
        if (keys === undefined) byName.set(form, [entry.key]);
        else keys.push(entry.key);
      }
    }
  }
  return byName;
});

/**
 * For each of these texts that is not a key in the list: the keys of the entries with this name in any language, ignoring
 * case and the spelling of umlauts. Empty if there is none.
 */
export async function keysNamed(
  entries: readonly ValueEntry[],
  texts: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const keys = new Set(entries.map(({ key }) => key));
  const unknown = texts.filter((text) => !keys.has(text));
  if (unknown.length === 0) return new Map();
  const names = await keysByName(entries);
  return new Map(
    unknown.map((text) => [text, [...new Set(foldedForms(text.trim()).flatMap((form) => names.get(form) ?? []))]]),
  );
}

/** The first entry with this key, caption or synonym in any language; undefined if there is none. */
export function entryNamed(entries: readonly ValueEntry[], caption: string): ValueEntry | undefined {
  const forms = new Set(foldedForms(caption.trim()));
  const matches = (text: string): boolean => foldedForms(text).some((form) => forms.has(form));
  return entries.find((entry) => matches(entry.key) || namesOf(entry).some(matches));
}
