import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import { partsOf, type Query } from '../../../domain/query/query.ts';
import { allowsTypo, compoundStem, queryTerms } from '../../../domain/query/term-match.ts';
import { haveSameStem, maxSuffixLength, stemsOf } from '../../../domain/text/stems.ts';
import type { LiveSegment, Segment } from '../segment/segment.ts';
import { termAt, termNumber, termsWithPrefix } from '../segment/terms.ts';
import type { VisibleTerms } from './visible-terms.ts';

/**
 * Whether something that the caller sees has the word, a word with its stem, or one that starts with it or its stem. What the
 * caller does not see does not count: otherwise a search would reveal its words.
 */
export type IsKnownWord = (word: string) => boolean;

/** Looks up the words of a query that match without typing errors if they are known (`minimumShouldMatch` in `Query`). */
export function* knownWords(
  query: Query,
  live: readonly LiveSegment[],
  visibleTerms: VisibleTerms,
): CooperativeTask<IsKnownWord> {
  const known = new Set<string>();
  for (const word of new Set(wordsAmongClauses(query, false))) {
    if (yield* isKnownWord(word, live, visibleTerms)) known.add(word);
  }
  return (word) => known.has(word);
}

/** The words inside a `minimumShouldMatch` with several clauses that would match with typing errors otherwise. */
function wordsAmongClauses(query: Query, amongClauses: boolean): readonly string[] {
  if (query.kind === 'words') {
    return amongClauses
      ? queryTerms(query.text, query.match)
          .filter(allowsTypo)
          .map(({ word }) => word)
      : [];
  }
  const parts = partsOf(query);
  const isAmong = amongClauses || (query.kind === 'minimumShouldMatch' && parts.length > 1);
  return parts.flatMap((part) => wordsAmongClauses(part, isAmong));
}

/** The number of terms that are looked at between two pauses. */
const termsPerSlice = 64;

export function* isKnownWord(
  word: string,
  live: readonly LiveSegment[],
  visibleTerms: VisibleTerms,
): CooperativeTask<boolean> {
  for (const [at, { segment }] of live.entries()) {
    const term = termNumber(segment, word);
    if (term >= 0 && visibleTerms.isTermVisible(at, term)) return true;
    yield;
  }
  let looked = 0;
  for (const [at, { segment }] of live.entries()) {
    for (const term of formsOf(word, segment)) {
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
function* formsOf(word: string, segment: Segment): Generator<number | undefined> {
  const [from, end] = termsWithPrefix(segment, compoundStem({ word, match: 'without typos' }) ?? word);
  for (let term = from; term < end; term += 1) yield term;
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
