import type { Match } from '../../src/domain/query/query.ts';
import { matchQuality } from '../../src/domain/query/term-match.ts';
import { haveSameStem } from '../../src/domain/text/stems.ts';
import type { KnownText } from './vocabulary.ts';

/** Whether all of the wanted words are there; only the last one of a `prefix` may be a beginning. */
export function hasWords(
  texts: readonly KnownText[],
  wanted: readonly string[],
  match: Match,
  synonyms: readonly string[] = [],
): boolean {
  const found = texts.flatMap(({ words }) => words);
  return wanted.every((word, at) => {
    if (match === 'loose' || match === 'without typos' || match === 'stem')
      return found.some(
        (one) =>
          matchQuality(one, { word, match }) > 0 ||
          (match !== 'stem' &&
            wanted.length === 1 &&
            synonyms.some((other) => one === other || (other.length > 3 && haveSameStem(one, other)))),
      );
    const isBeginning = match === 'prefix' && at === wanted.length - 1;
    return found.some((one) => one === word || (isBeginning && one.startsWith(word)));
  });
}

/** Whether words in a row fit these patterns. */
export const hasRow = (words: readonly string[], row: readonly string[]): boolean =>
  row.length > 0 &&
  words.some((_, start) =>
    row.every((wanted, at) => start + at < words.length && fits(wanted, words[start + at] ?? '')),
  );

/** Whether a word fits a pattern, letter by letter. */
export function fits(pattern: string, word: string): boolean {
  if (pattern === '') return word === '';
  if (pattern.startsWith('*')) return fits(pattern.slice(1), word) || (word !== '' && fits(pattern, word.slice(1)));
  return word !== '' && (pattern.startsWith('?') || pattern[0] === word[0]) && fits(pattern.slice(1), word.slice(1));
}

/** Whether so many edits make the one word of the other; what was edited is passed over. */
export function isMadeBy(edits: number, from: string, to: string): boolean {
  if (from === to) return true;
  if (from !== '' && from[0] === to[0] && isMadeBy(edits, from.slice(1), to.slice(1))) return true;
  if (edits === 0) return false;
  const isSwap = from.length > 1 && from[0] === to[1] && from[1] === to[0];
  return (
    (from !== '' && isMadeBy(edits - 1, from.slice(1), to)) ||
    (to !== '' && isMadeBy(edits - 1, from, to.slice(1))) ||
    (from !== '' && to !== '' && isMadeBy(edits - 1, from.slice(1), to.slice(1))) ||
    (isSwap && isMadeBy(edits - 1, from.slice(2), to.slice(2)))
  );
}
