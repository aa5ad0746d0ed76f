import type { MatchQuality, QueryTerm } from '../../../domain/text/term-match.ts';
import type { Segment } from '../segment/segment.ts';
import { termNumber } from '../segment/terms.ts';
import type { CooperativeTasks } from '../writer/cooperative-tasks.ts';
import { expandTerm, takeFuzzyTerms, takeTypos } from './term-expansion.ts';

/** Words of a segment that are near one that is looked for. The same one may come again, farther away. */
export interface FuzzyTerms {
  readonly words: readonly number[];
  /** How near each of them is. */
  readonly nearness: readonly MatchQuality[];
}

/** The words that a wanted one finds, the nearest first. */
export function matchedTerms(segment: Segment, wanted: QueryTerm): FuzzyTerms {
  const near = noWords();
  expandTerm(segment, wanted, near.take);
  return near;
}

/** Words that all are as near. */
export const equallyClose = (words: readonly number[], nearness: MatchQuality): FuzzyTerms => ({
  words,
  nearness: words.map(() => nearness),
});

/** The words that are made of one by so many edits at most. */
export function* termsWithinEdits(segment: Segment, word: string, edits: 1 | 2): CooperativeTasks<FuzzyTerms> {
  const near = noWords();
  if (edits === 2) yield* takeFuzzyTerms(segment, word, 2, (number, made) => near.take(number, nearnessOf(made)));
  else {
    const same = termNumber(segment, word);
    if (same >= 0) near.take(same, 5);
    takeTypos(segment, word, (number) => near.take(number, 3));
  }
  return near;
}

const nearnessOf = (edits: number): MatchQuality => (edits === 0 ? 5 : edits === 1 ? 3 : 1);

function noWords() {
  const words: number[] = [];
  const nearness: MatchQuality[] = [];
  const take = (word: number, how: MatchQuality): void => {
    words.push(word);
    nearness.push(how);
  };
  return { words, nearness, take };
}
