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

/** For each folded text, the positions of the entries with it, in list order. */
type Positions = ReadonlyMap<string, readonly number[]>;

/** Cached as long as the list exists: folding takes longer than searching. */
const cachedPositions = (textsOf: (entry: ValueEntry) => readonly string[]) =>
  cachedPerObject(async (entries: readonly ValueEntry[]): Promise<Positions> => {
    const positions = new Map<string, number[]>();
    let position = 0;
    for await (const batch of inBatches(entries)) {
      for (const entry of batch) {
        for (const form of new Set(textsOf(entry).flatMap((text) => [...foldedForms(text)]))) {
          const known = positions.get(form);
          if (known === undefined) positions.set(form, [position]);
          else known.push(position);
        }
        position += 1;
      }
    }
    return positions;
  });

const positionsByName = cachedPositions(namesOf);
const positionsByKey = cachedPositions(({ key }) => [key]);

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
  const byName = await positionsByName(entries);
  const keysOf = (text: string): string[] =>
    foldedForms(text.trim()).flatMap((form) => (byName.get(form) ?? []).flatMap((at) => entries[at]?.key ?? []));
  return new Map(unknown.map((text) => [text, [...new Set(keysOf(text))]]));
}

/** The first entry with this key, caption or synonym in any language; undefined if there is none. */
export async function entryNamed(entries: readonly ValueEntry[], text: string): Promise<ValueEntry | undefined> {
  const [byKey, byName] = await Promise.all([positionsByKey(entries), positionsByName(entries)]);
  const found = foldedForms(text.trim()).flatMap((form) =>
    [byKey, byName].flatMap((positions) => positions.get(form)?.[0] ?? []),
  );
  return found.length === 0 ? undefined : entries[Math.min(...found)];
}
