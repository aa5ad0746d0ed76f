import type { Query } from '../../../src/domain/query/query.ts';
import { fitsPattern, matchQuality, type QueryTerm } from '../../../src/domain/query/term-match.ts';
import { wordsOf } from '../../../src/domain/text/folding.ts';

type Texts = readonly string[];
type Score = number | undefined;

/** How near the words of these texts come to the wanted ones; undefined where one of them is not there. */
export function wordsScore(wanted: readonly QueryTerm[], texts: Texts): Score {
  const found = texts.flatMap(wordsOf);
  const scores = wanted.map((one) => Math.max(0, ...new Set(found.map((word) => matchQuality(word, one)))));
  return wanted.length === 0 || scores.includes(0) ? undefined : scores.reduce((total, score) => total + score, 0);
}

/** Whether these words stand in a row in one of the texts. */
export function phraseScore(row: readonly string[], texts: Texts): Score {
  if (row.length === 0) return undefined;
  const fits = (word: string | undefined, pattern: string): boolean => word !== undefined && fitsPattern(word, pattern);
  const stands = texts
    .map(wordsOf)
    .some((words) => words.some((_, start) => row.every((pattern, at) => fits(words[start + at], pattern))));
  return stands ? 3 * row.length : undefined;
}

/** Whether a word of the texts fits the pattern. */
export const wildcardScore = (pattern: string, texts: Texts): Score =>
  texts.flatMap(wordsOf).some((word) => fitsPattern(word, pattern)) ? 2 : undefined;

/** How near a word of the texts comes to this one by edits. */
export function fuzzyScore(
  { word, edits }: Pick<Extract<Query, { readonly kind: 'fuzzy' }>, 'word' | 'edits'>,
  texts: Texts,
): Score {
  const apart = Math.min(...texts.flatMap(wordsOf).map((found) => editsBetween(word, found)));
  return apart <= edits ? 3 - apart : undefined;
}

/** How many letters are changed, left out, put in or swapped with a neighbour to make the one word of the other, none twice. */
function editsBetween(left: string, right: string): number {
  const row = (at: number): number[] => Array.from({ length: right.length + 1 }, (_, to) => (at === 0 ? to : 0));
  const table = Array.from({ length: left.length + 1 }, (_, at) => row(at));
  const cell = (at: number, to: number): number => table[at]?.[to] ?? 0;
  for (let at = 1; at <= left.length; at += 1) {
    const here = table[at] ?? [];
    here[0] = at;
    for (let to = 1; to <= right.length; to += 1) {
      const same = left[at - 1] === right[to - 1];
      const swapped = at > 1 && to > 1 && left[at - 1] === right[to - 2] && left[at - 2] === right[to - 1];
      here[to] = Math.min(
        cell(at - 1, to) + 1,
        cell(at, to - 1) + 1,
        cell(at - 1, to - 1) + (same ? 0 : 1),
        swapped ? cell(at - 2, to - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
  }
  return cell(left.length, right.length);
}
