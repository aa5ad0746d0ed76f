import type { Match } from '../query/query.ts';
import { wordsOf } from './folding.ts';
import { haveSameStem } from './stems.ts';

/** One folded word that is looked for. */
export interface QueryTerm {
  readonly word: string;
  readonly match: Match;
}

/** How near a found word can be to the wanted one, by name; the farthest first. */
export const matchQualityNames = ['typo', 'ending', 'beginning', 'stem', 'same'] as const;

export type MatchQualityName = (typeof matchQualityNames)[number];

/**
 * How near a found word is to the wanted one: 5 the same, 4 another form of it, 3 begins with it, 2 ends with it, 1 has a typo,
 * 0 not it.
 */
export type MatchQuality = 0 | 1 | 2 | 3 | 4 | 5;

/** In shorter words one typo makes another word. In UTF-16 code units. */
const shortestWithTypo = 4;

/** Shorter words end too many others. In UTF-16 code units. */
const shortestEnding = 4;
/** What stands before the ending is a word too, in a compound. */
export const minCompoundPrefix = 3;

/** Whether a word is looked for as the end of longer ones too, such as `wald` in `regenwald`. */
export const allowsEnding = (wanted: QueryTerm): boolean =>
  wanted.match === 'loose' && wanted.word.length >= shortestEnding;

/** Whether a folded word is a compound that ends with the other one. */
export const isEnding = (word: string, found: string): boolean =>
  found.length >= word.length + minCompoundPrefix && found.endsWith(word);

/** Whether a word is looked for with a typo too. */
export const allowsTypo = (wanted: QueryTerm): boolean =>
  wanted.match === 'loose' && wanted.word.length >= shortestWithTypo;

/** The words of a query's text; each has to be found. Only the last one of a `prefix` text is a beginning. */
export function queryTerms(text: string, match: Match): readonly QueryTerm[] {
  const found = wordsOf(text);
  return found.map((word, index) => ({
    word,
    match: match === 'prefix' && index < found.length - 1 ? 'exact' : match,
  }));
}

/** Compares a folded word of a document with the wanted one. */
export function matchQuality(found: string, wanted: QueryTerm): MatchQuality {
  if (found === wanted.word) return 5;
  if (wanted.match === 'exact') return 0;
  if (wanted.match === 'loose' && haveSameStem(found, wanted.word)) return 4;
  if (found.startsWith(wanted.word)) return 3;
  if (allowsEnding(wanted) && isEnding(wanted.word, found)) return 2;
  return allowsTypo(wanted) && differsByOneTypo(found, wanted.word) ? 1 : 0;
}

/**
 * Whether a word fits a pattern in which `*` stands for any UTF-16 code units and `?` for one. Takes at most as many looks as
 * letters of the one times those of the other, whatever the pattern: a regular expression with many stars takes hours.
 */
export function fitsPattern(word: string, pattern: string): boolean {
  let [at, letter] = [0, 0];
  // Where the last star stands, and up to where of the word it reaches.
  let [star, reached] = [-1, 0];
  while (letter < word.length) {
    if (pattern[at] === '*') {
      star = at;
      reached = letter;
      at += 1;
    } else if (pattern[at] === '?' || pattern[at] === word[letter]) {
      at += 1;
      letter += 1;
    } else if (star >= 0) {
      reached += 1;
      at = star + 1;
      letter = reached;
    } else return false;
  }
  while (pattern[at] === '*') at += 1;
  return at === pattern.length;
}

/** Whether one changed, missing, additional or two swapped letters make the one word of the other. */
export function differsByOneTypo(left: string, right: string): boolean {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  if (long.length - short.length > 1 || short === long) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  if (short.length < long.length) return short.slice(start) === long.slice(start + 1);
  return short.slice(start + 1) === long.slice(start + 1) || swapped(short, start) === long;
}

function swapped(word: string, at: number): string {
  return word.slice(0, at) + word.slice(at + 1, at + 2) + word.slice(at, at + 1) + word.slice(at + 2);
}

/** The word with two neighbouring letters swapped, in every way that gives another word. */
export function swapsOf(word: string): readonly string[] {
  const swaps = new Set<string>();
  for (let at = 0; at < word.length - 1; at += 1) swaps.add(swapped(word, at));
  swaps.delete(word);
  return [...swaps];
}
