import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import { compoundStem } from '../../../domain/query/term-match.ts';
import { haveSameStem, maxSuffixLength, stemsOf } from '../../../domain/text/stems.ts';
import type { LiveSegment, Segment } from '../segment/segment.ts';
import { termAt, termNumber, termsWithPrefix } from '../segment/terms.ts';
import type { VisibleTerms } from './visible-terms.ts';

/** The number of terms that are looked at between two pauses. */
const termsPerSlice = 64;

/** Which terms make a word known: those with its stem, or also longer ones that start with it. */
export type KnownBy = 'stem' | 'beginning';

/**
 * Whether something that the caller sees has the word, or another form of it. What the
 * caller does not see does not count: otherwise a search would reveal its words.
 */
export function* isKnownWord(
  word: string,
  live: readonly LiveSegment[],
  visibleTerms: VisibleTerms,
  by: KnownBy = 'beginning',
): CooperativeTask<boolean> {
  for (const [at, { segment }] of live.entries()) {
    const term = termNumber(segment, word);
    if (term >= 0 && visibleTerms.isTermVisible(at, term)) return true;
    yield;
  }
  let looked = 0;
  for (const [at, { segment }] of live.entries()) {
    for (const term of formsOf(word, segment, by)) {
      if (term !== undefined && visibleTerms.isTermVisible(at, term)) return true;
      looked += 1;
      if (looked % termsPerSlice === 0) yield;
    }
  }
  return false;
}

/**
 * The terms that start with the word or with its stem in compounds, and those that have its stem. Undefined for each other term on the
 * way, so that the caller can pause.
 */
function* formsOf(word: string, segment: Segment, by: KnownBy): Generator<number | undefined> {
  if (by === 'beginning') {
    const [from, end] = termsWithPrefix(segment, compoundStem({ word, match: 'without typos' }) ?? word);
    for (let term = from; term < end; term += 1) yield term;
  }
  for (const { beginning } of stemsOf(word)) {
    const [first, last] = termsWithPrefix(segment, beginning);
    for (let term = first; term < last; term += 1) {
      const other = termAt(segment, term);
      // Longer words cannot have this stem.
      const hasStem = other.length <= beginning.length + maxSuffixLength && haveSameStem(other, word);
      yield hasStem ? term : undefined;
    }
  }
}
