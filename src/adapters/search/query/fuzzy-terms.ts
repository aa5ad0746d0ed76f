import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import type { MatchQuality, QueryTerm } from '../../../domain/query/term-match.ts';
import type { Segment } from '../segment/segment.ts';
import { termNumber } from '../segment/terms.ts';
import { expandTerm, takeFuzzyTerms, takeTypos } from './term-expansion.ts';

/** Terms of a segment that match a word of a query. The same term may occur again with a lower quality. */
export interface FuzzyTerms {
  readonly terms: readonly number[];
  /** The match quality of each term. */
  readonly qualities: readonly MatchQuality[];
}

/** The terms that match a word of a query, best first. */
export function matchedTerms(segment: Segment, term: QueryTerm): FuzzyTerms {
  const matches = createMatches();
  expandTerm(segment, term, matches.take);
  return matches;
}

/** Terms that all have the same match quality. */
export const withEqualQuality = (terms: readonly number[], quality: MatchQuality): FuzzyTerms => ({
  terms,
  qualities: terms.map(() => quality),
});

/** The terms within this edit distance of a word. */
export function* termsWithinEdits(segment: Segment, word: string, edits: 1 | 2): CooperativeTask<FuzzyTerms> {
  const matches = createMatches();
  if (edits === 2)
    yield* takeFuzzyTerms(segment, word, 2, (number, distance) => matches.take(number, qualityOf(distance)));
  else {
    const exact = termNumber(segment, word);
    if (exact >= 0) matches.take(exact, 5);
    takeTypos(segment, word, (number) => matches.take(number, 3));
  }
  return matches;
}

const qualityOf = (edits: number): MatchQuality => (edits === 0 ? 5 : edits === 1 ? 3 : 1);

function createMatches() {
  const terms: number[] = [];
  const qualities: MatchQuality[] = [];
  const take = (term: number, quality: MatchQuality): void => {
    terms.push(term);
    qualities.push(quality);
  };
  return { terms, qualities, take };
}
