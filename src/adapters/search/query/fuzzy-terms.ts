import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import type { MatchQuality, QueryTerm } from '../../../domain/text/term-match.ts';
import type { Segment } from '../segment/segment.ts';
import { termNumber } from '../segment/terms.ts';
import { expandTerm, takeFuzzyTerms, takeTypos } from './term-expansion.ts';

/** Words of a segment that are near one that is looked for. The same one may come again, farther away. */
export interface FuzzyTerms {
  readonly terms: readonly number[];
  /** How near each of them is. */
  readonly qualities: readonly MatchQuality[];
}

/** The words that a wanted one finds, the nearest first. */
export function matchedTerms(segment: Segment, term: QueryTerm): FuzzyTerms {
  const matches = createMatches();
  expandTerm(segment, term, matches.take);
  return matches;
}

/** Words that all are as near. */
export const withEqualQuality = (terms: readonly number[], quality: MatchQuality): FuzzyTerms => ({
  terms,
  qualities: terms.map(() => quality),
});

/** The words that are made of one by so many edits at most. */
export function* termsWithinEdits(segment: Segment, word: string, edits: 1 | 2): CooperativeTask<FuzzyTerms> {
  const matches = createMatches();
  if (edits === 2) yield* takeFuzzyTerms(segment, word, 2, (number, made) => matches.take(number, qualityOf(made)));
  else {
    const same = termNumber(segment, word);
    if (same >= 0) matches.take(same, 5);
    takeTypos(segment, word, (number) => matches.take(number, 3));
  }
  return matches;
}

const qualityOf = (edits: number): MatchQuality => (edits === 0 ? 5 : edits === 1 ? 3 : 1);

function createMatches() {
  const terms: number[] = [];
  const qualities: MatchQuality[] = [];
  const take = (word: number, quality: MatchQuality): void => {
    terms.push(word);
    qualities.push(quality);
  };
  return { terms, qualities, take };
}
