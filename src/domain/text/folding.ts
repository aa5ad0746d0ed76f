import { normalized } from '../../base/normalized.ts';

/** Raise this whenever the result of `wordsOf` changes. An index with another version is rebuilt. */
export const foldingVersion = 2;

/** Maximum word length in UTF-16 code units. Longer words, mostly encoded data, are cut to keep the index small. */
const maxWordLength = 128;

/** Letters that Unicode does not decompose, with their usual transcriptions. */
const transcriptions: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
};

// Characters that are invisible inside a word: soft hyphen, joiners, byte order mark.
const softHyphen = 0xad;
const invisible = /\u00ad|\u200c|\u200d|\u2060|\ufeff/g;
// Only marks of Latin, Greek and Cyrillic letters. In other scripts marks are vowels, which distinguish words.
const accents = /[\u0300-\u036f]/g;
const specialLetters = /[ßæœøłđðþħıς]/g;
// After a vowel or a q these are not transcribed umlauts: Bauer, neue, Quelle. OER are open educational resources.
const transcribedUmlauts = /(?<![aeiouyq])([aou])e(?!(?<=(?<![a-z0-9])oe)r(?![a-z0-9]))/g;
const words = /[\p{L}\p{N}\p{M}]+/gu;
const beyondAscii = /[^\0-\x7f]/;

function withoutAccents(text: string): string {
  return normalized(text, 'NFKD')
    .toLowerCase()
    .replace(invisible, '')
    .replace(accents, '')
    .replace(specialLetters, (letter) => transcriptions[letter] ?? letter);
}

const folded = (text: string): string => (beyondAscii.test(text) ? withoutAccents(text) : text.toLowerCase());

/**
 * A whole text folded for comparison, including everything between its words: first with transcribed umlauts (`ae`) as
 * umlauts, like `wordsOf`, then with `ae` unchanged.
 */
export function foldedForms(text: string): readonly [string, string] {
  const plain = folded(text);
  return [plain.replace(transcribedUmlauts, '$1'), plain];
}

const plainWord = /^[a-z0-9]+$/;
const anyUmlaut = /[aou]e/;

/** Whether a text is a single word that is folded already. Most are, and this check is ten times as fast as folding. */
const isFolded = (text: string): boolean =>
  text.length <= maxWordLength && plainWord.test(text) && !anyUmlaut.test(text);

/**
 * The words of a text in order, folded for comparison: `Größe`, `GRÖSSE`, `grosse` and `groesse` give the same word, in both
 * Unicode normalization forms. Everything but letters, digits and marks separates words: `Brüche_7-a.pdf` gives `bruche`,
 * `7`, `a`, `pdf`. Documents and queries use the same rule.
 */
export function wordsOf(text: string): string[] {
  if (isFolded(text)) return [text];
  const matches = folded(text).replace(transcribedUmlauts, '$1').match(words) ?? [];
  return matches.map((word) => (word.length > maxWordLength ? word.slice(0, maxWordLength) : word));
}

/**
 * For each UTF-16 code unit below its length: 1 if it always separates words, whatever is next to it. A text may be split
 * there without changing its words. Other code units may be letters, become letters, or be invisible.
 */
export const wordSeparators: Uint8Array = Uint8Array.from({ length: 0x250 }, (_, unit) =>
  unit !== softHyphen && wordsOf(String.fromCharCode(unit)).length === 0 ? 1 : 0,
);

/** The placeholder for any number of letters in a text for `patternsOf`: a private-use character. */
export const anyLetters = '\ue000';
/** The placeholder for exactly one letter. */
export const oneLetter = '\ue001';

const patterns = /[\p{L}\p{N}\p{M}\ue000\ue001]+/gu;
// After a wildcard the letter before is unknown. It may be a vowel, as in neue.
const umlautsAfterKnownLetters = /(?<![aeiouyq\ue000\ue001])([aou])e/g;

/**
 * The words of a text with wildcards (`anyLetters`, `oneLetter`), folded like `wordsOf`, with `*` and `?` as wildcards.
 * After a wildcard, a vowel and an e may or may not be a transcribed umlaut. If the text has such a pair, the result
 * has two lists, one for each reading.
 */
export function patternsOf(
  text: string,
): readonly [readonly string[]] | readonly [readonly string[], readonly string[]] {
  const plain = folded(text);
  const [first, second] = [transcribedUmlauts, umlautsAfterKnownLetters].map((umlauts) =>
    (plain.replace(umlauts, '$1').match(patterns) ?? []).map(withWildcards),
  );
  return first === undefined || second === undefined || first.join(' ') === second.join(' ')
    ? [first ?? []]
    : [first, second];
}

const withWildcards = (pattern: string): string => pattern.replace(/\ue000+/g, '*').replaceAll(oneLetter, '?');
