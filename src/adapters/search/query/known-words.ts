import { minKnownQuality, type QueryTerm } from '../../../domain/query/term-match.ts';
import type { LiveSegment } from '../segment/segment.ts';
import { termNumber } from '../segment/terms.ts';
import { matchedTerms } from './term-expansion.ts';
import type { VisibleTerms } from './visible-terms.ts';

/**
 * Whether a document that the caller sees has the word, a word with its stem, or one that starts with it. Documents that the caller
 * does not see do not count: otherwise a search would reveal their words.
 */
export type IsKnownWord = (word: string) => boolean;

export function createIsKnownWord(live: readonly LiveSegment[], visibleTerms: VisibleTerms): IsKnownWord {
  const known = new Map<string, boolean>();
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const isKnown = hasTerm(word, live, visibleTerms) || hasForm(word, live, visibleTerms);
    known.set(word, isKnown);
    return isKnown;
  };
}

const hasTerm = (word: string, live: readonly LiveSegment[], visibleTerms: VisibleTerms): boolean =>
  live.some(({ segment }, at) => {
    const term = termNumber(segment, word);
    return term >= 0 && visibleTerms.isTermVisible(at, term);
  });

function hasForm(word: string, live: readonly LiveSegment[], visibleTerms: VisibleTerms): boolean {
  const term: QueryTerm = { word, match: 'without typos' };
  return live.some(({ segment }, at) => {
    const { terms, qualities } = matchedTerms(segment, term);
    return terms.some(
      (number, index) => (qualities[index] ?? 0) >= minKnownQuality && visibleTerms.isTermVisible(at, number),
    );
  });
}
