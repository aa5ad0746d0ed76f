import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import type { Match } from '../../../domain/query/query.ts';
import type { LiveSegment } from '../segment/segment.ts';
import { termNumber } from '../segment/terms.ts';
import { matchedTerms } from './term-expansion.ts';
import type { VisibleTerms } from './visible-terms.ts';

/** The number of terms that are looked at between two pauses. */
const termsPerSlice = 64;

/**
 * Whether something that the caller sees has the word, or another form of it that the match allows. What the
 * caller does not see does not count: otherwise a search would reveal its words.
 */
export function* isKnownWord(
  word: string,
  live: readonly LiveSegment[],
  visibleTerms: VisibleTerms,
  match: Extract<Match, 'stem' | 'without typos'> = 'without typos',
): CooperativeTask<boolean> {
  for (const [at, { segment }] of live.entries()) {
    const term = termNumber(segment, word);
    if (term >= 0 && visibleTerms.isTermVisible(at, term)) return true;
    yield;
  }
  let looked = 0;
  for (const [at, { segment }] of live.entries()) {
    for (const term of matchedTerms(segment, { word, match }).terms) {
      if (visibleTerms.isTermVisible(at, term)) return true;
      looked += 1;
      if (looked % termsPerSlice === 0) yield;
    }
    yield;
  }
  return false;
}
