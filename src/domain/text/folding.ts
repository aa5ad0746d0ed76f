import { normalized } from '../../base/normalized.ts';

/** Rises whenever `wordsOf` gives other words than before: what was indexed with another number is of no use. */
export const foldingVersion = 1;

/** Longer words (encoded data, mostly) are cut, so that they cannot swell an index. In UTF-16 code units. */
const longestWord = 128;

/** Letters that Unicode does not take apart, as they are written without the letter. */
const plainLetters: Readonly<Record<string, string>> = {
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

// Each of these stands inside a word without being seen: soft hyphen, joiners, byte order mark.
const softHyphen = 0xad;
const invisible = /\u00ad|\u200c|\u200d|\u2060|\ufeff/g;
// Marks of Latin, Greek and Cyrillic letters only: in other scripts marks are vowels, and words differ by them.
const accents = /[\u0300-\u036f]/g;
const specialLetters = /[ßæœøłđðþħıς]/g;
// After a vowel or a q these are no written-out umlauts: Bauer, neue, Quelle.
const writtenOutUmlauts = /(?<![aeiouyq])([aou])e/g;
const words = /[\p{L}\p{N}\p{M}]+/gu;
const beyondAscii = /[^\0-\x7f]/;

function withoutAccents(text: string): string {
  return normalized(text, 'NFKD')
    .toLowerCase()
    .replace(invisible, '')
    .replace(accents, '')
    .replace(specialLetters, (letter) => plainLetters[letter] ?? letter);
}

const inLowerCase = (text: string): string => (beyondAscii.test(text) ? withoutAccents(text) : text.toLowerCase());

/**
 * A whole text folded for comparison, with all that stands between its words: first with written-out umlauts taken for
 * umlauts, as `wordsOf` does, then as they are written.
 */
export function foldedForms(text: string): readonly [string, string] {
  const plain = inLowerCase(text);
  return [plain.replace(writtenOutUmlauts, '$1'), plain];
}

const plainWord = /^[a-z0-9]+$/;
const anyUmlaut = /[aou]e/;

/** Whether a text is one word, as it is: most words of most texts are, and this is told ten times as quickly as folding them. */
const isFolded = (text: string): boolean => text.length <= longestWord && plainWord.test(text) && !anyUmlaut.test(text);

/**
 * The words of a text in its order, folded for comparison: `Größe`, `GRÖSSE`, `grosse` and `groesse` give the same word,
 * in both Unicode forms. Whatever is no letter, digit or mark (Unicode) parts words: `Brüche_7-a.pdf` gives
 * `bruche`, `7`, `a`, `pdf`. The one rule for documents and for queries.
 */
export function wordsOf(text: string): string[] {
  if (isFolded(text)) return [text];
  const found = inLowerCase(text).replace(writtenOutUmlauts, '$1').match(words) ?? [];
  return found.map((word) => (word.length > longestWord ? word.slice(0, longestWord) : word));
}

/**
 * For the UTF-16 code units below its length: 1 where one parts words for certain, whatever stands beside it. A text may be cut there:
 * its pieces have the words of the whole. All else may be a letter, become one, or not be seen.
 */
export const wordSeparators: Uint8Array = Uint8Array.from({ length: 0x250 }, (_, unit) =>
  unit !== softHyphen && wordsOf(String.fromCharCode(unit)).length === 0 ? 1 : 0,
);

/** In a text for `patternsOf`, what stands for any number of letters. No letter itself: it is for private use. */
export const anyLetters = '\ue000';
/** The same for exactly one letter. */
export const oneLetter = '\ue001';

const patterns = /[\p{L}\p{N}\p{M}\ue000\ue001]+/gu;
// The letter in front is not known here: it may be a vowel, as in neue.
const umlautsBehindKnown = /(?<![aeiouyq\ue000\ue001])([aou])e/g;

/**
 * The words of a text with wildcards (`anyLetters`, `oneLetter`), folded as `wordsOf` does it, with `*` and `?` for them. A
 * vowel and an e behind a wildcard may be an umlaut or not: then there is a second list, in which it is none.
 */
export function patternsOf(
  text: string,
): readonly [readonly string[]] | readonly [readonly string[], readonly string[]] {
  const plain = inLowerCase(text);
  const [first, second] = [writtenOutUmlauts, umlautsBehindKnown].map((umlauts) =>
    (plain.replace(umlauts, '$1').match(patterns) ?? []).map(withSigns),
  );
  return first === undefined || second === undefined || first.join(' ') === second.join(' ')
    ? [first ?? []]
    : [first, second];
}

const withSigns = (pattern: string): string => pattern.replace(/\ue000+/g, '*').replaceAll(oneLetter, '?');
