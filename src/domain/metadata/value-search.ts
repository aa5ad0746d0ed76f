import { inBatches } from '../../base/scheduling/batches.ts';
import { foldedForms } from '../text/folding.ts';
import { captionIn } from './captions.ts';
import type { ValueEntry } from './value-list.ts';

/** What asks for all values (contract 2.8), as an empty pattern does. */
const allValues = '-all-';

/** Entries compared before other work gets its turn: some milliseconds. */
const comparedAtOnce = 20_000;

/** The texts of an entry that a pattern is looked for in, folded, each after a line break. */
type Haystack = string;

/** Keys that are addresses all begin alike: of those, the end is what tells them apart. */
const searchableKey = (key: string): string => (/^https?:/i.test(key) ? key.replace(/^.*[/#](?=.)/s, '') : key);

function haystackOf({ key, caption, synonyms }: ValueEntry, language: string): Haystack {
  const texts = [captionIn(caption, language) ?? key, searchableKey(key)];
  for (const [of, words] of synonyms ?? []) if (language.startsWith(of)) texts.push(...words);
  return `\n${foldedForms(texts.join('\n')).join('\n')}`;
}

/** Made once for a list and a language: folding takes longer than looking. Gone with the list. */
const known = new WeakMap<readonly ValueEntry[], Map<string, Promise<readonly Haystack[]>>>();

async function makeHaystacks(entries: readonly ValueEntry[], language: string): Promise<readonly Haystack[]> {
  const haystacks: Haystack[] = [];
  for await (const piece of inBatches(entries)) for (const entry of piece) haystacks.push(haystackOf(entry, language));
  return haystacks;
}

/** So many languages of one list are kept. */
const mostLanguages = 8;

function haystacksOf(entries: readonly ValueEntry[], language: string): Promise<readonly Haystack[]> {
  const byLanguage = known.get(entries) ?? new Map<string, Promise<readonly Haystack[]>>();
  if (byLanguage.size >= mostLanguages && !byLanguage.has(language)) byLanguage.clear();
  const made = byLanguage.get(language) ?? makeHaystacks(entries, language);
  byLanguage.set(language, made);
  known.set(entries, byLanguage);
  return made;
}

/** `*` at an end says what holds anyway. */
const plainPattern = (pattern: string): string => pattern.trim().replace(/^\*+|\*+$/g, '');

/**
 * The entries whose caption in this language, synonym or key has the pattern in it: first those where one of them begins
 * with it, then the others, each in the order of the list. Case and accents do not count, and `ae` is `ä`. An empty
 * pattern, `-all-` and `*` find all. Other work has its turn meanwhile.
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
  // The beginning of all addresses is no part of what is searched: whoever writes it means the key.
  const beginning = /^https?:/i.test(plain) ? plain : undefined;
  const first: ValueEntry[] = [];
  const others: ValueEntry[] = [];
  let at = 0;
  for await (const piece of inBatches(entries, comparedAtOnce)) {
    for (const entry of piece) {
      const haystack = haystacks[at] ?? '';
      at += 1;
      if (
        forms.some((form) => haystack.includes(`\n${form}`)) ||
        (beginning !== undefined && entry.key.startsWith(beginning))
      )
        first.push(entry);
      else if (forms.some((form) => haystack.includes(form))) others.push(entry);
    }
  }
  return [...first, ...others];
}

type KeysByName = ReadonlyMap<string, readonly string[]>;

/** Made once for a list. Gone with it. */
const knownNames = new WeakMap<readonly ValueEntry[], Promise<KeysByName>>();

async function makeNames(entries: readonly ValueEntry[]): Promise<KeysByName> {
  const byName = new Map<string, string[]>();
  for await (const piece of inBatches(entries)) {
    for (const { key, caption, synonyms } of piece) {
      const names = [...(caption?.values() ?? []), ...[...(synonyms?.values() ?? [])].flat()];
      for (const form of new Set(names.flatMap((name) => [...foldedForms(name)]))) {
        const keys = byName.get(form);
        if (keys === undefined) byName.set(form, [key]);
        else keys.push(key);
      }
    }
  }
  return byName;
}

/**
 * For each of these texts that is no key of the list: the keys of what is called so in some language, however capitals and
 * umlauts are written; none where nothing is.
 */
export async function keysNamed(
  entries: readonly ValueEntry[],
  texts: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const keys = new Set(entries.map(({ key }) => key));
  const others = texts.filter((text) => !keys.has(text));
  if (others.length === 0) return new Map();
  const made = knownNames.get(entries) ?? makeNames(entries);
  knownNames.set(entries, made);
  const names = await made;
  return new Map(
    others.map((text) => [text, [...new Set(foldedForms(text.trim()).flatMap((form) => names.get(form) ?? []))]]),
  );
}

/** The entry that has this caption in some language, or is called so otherwise; undefined where none has. */
export function entryNamed(entries: readonly ValueEntry[], caption: string): ValueEntry | undefined {
  const wanted = new Set(foldedForms(caption.trim()));
  const isWanted = (text: string): boolean => foldedForms(text).some((form) => wanted.has(form));
  return entries.find(
    ({ key, caption: captions, synonyms }) =>
      isWanted(key) ||
      [...(captions?.values() ?? [])].some(isWanted) ||
      [...(synonyms?.values() ?? [])].some((words) => words.some(isWanted)),
  );
}
