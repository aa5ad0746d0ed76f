import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import { partsOf, type Query } from '../../../domain/query/query.ts';
import { maxExpansions, tooManyExpansions } from '../../../domain/query/query-limits.ts';
import { fitsPattern } from '../../../domain/query/term-match.ts';
import type { LiveSegment, Segment } from '../segment/segment.ts';
import { eachTermWithSuffix, suffixLength } from '../segment/term-suffixes.ts';
import { termAt, termCount, termNumber, termsContaining, termsWithPrefix } from '../segment/terms.ts';
import type { VisibleTerms } from './visible-terms.ts';

/** The terms of a segment that match each wildcard pattern. If they are too many, only the visible ones. */
export type WildcardTerms = ReadonlyMap<string, readonly number[]>;

/**
 * The terms that match the patterns of a query, for each segment. Throws `BadRequest` if too many visible terms match a
 * pattern. Invisible terms must not cause the error: it would reveal which ones exist.
 */
export function* wildcardTerms(
  query: Query,
  live: readonly LiveSegment[],
  visibleTerms: VisibleTerms,
): CooperativeTask<WildcardTerms[]> {
  const terms = live.map(() => new Map<string, readonly number[]>());
  for (const pattern of new Set(patternsIn(query))) {
    const matches: (readonly number[])[] = [];
    for (const { segment } of live) matches.push(yield* matchingTerms(segment, pattern));
    const count = matches.reduce((sum, { length }) => sum + length, 0);
    const retained = count > maxExpansions ? yield* onlyVisible(pattern, matches, live, visibleTerms) : matches;
    for (const [at, numbers] of retained.entries()) terms[at]?.set(pattern, numbers);
  }
  return terms;
}

/** The wildcard patterns in a query, without the words of phrases that are only a `*`: these match any word. */
function patternsIn(query: Query): readonly string[] {
  if (query.kind === 'wildcard') return [query.pattern];
  if (query.kind === 'phrase') return query.words.filter((word) => word !== '*' && isWild.test(word));
  return partsOf(query).flatMap(patternsIn);
}

/** The number of terms that are checked between two pauses. */
const termsPerSlice = 64;

function* onlyVisible(
  pattern: string,
  matches: readonly (readonly number[])[],
  live: readonly LiveSegment[],
  visibleTerms: VisibleTerms,
): CooperativeTask<(readonly number[])[]> {
  const distinct = new Set<string>();
  const retained = matches.map((): number[] => []);
  let compared = 0;
  for (const [at, numbers] of matches.entries()) {
    for (const number of numbers) {
      compared += 1;
      if (compared % termsPerSlice === 0) yield;
      const segment = live[at]?.segment;
      if (segment === undefined || !visibleTerms.isTermVisible(at, number)) continue;
      distinct.add(termAt(segment, number));
      retained[at]?.push(number);
      if (distinct.size > maxExpansions) throw tooManyExpansions(pattern);
    }
  }
  return retained;
}

/** The number of terms that are compared with a pattern between two pauses. */
const comparedPerSlice = 4096;

export const isWild = /[*?]/;

/** The terms that match a pattern of folded letters, `*` and `?`. */
export function* matchingTerms(segment: Segment, pattern: string): CooperativeTask<readonly number[]> {
  const matches: number[] = [];
  let compared = 0;
  for (const number of candidates(segment, pattern)) {
    if (fitsPattern(termAt(segment, number), pattern)) matches.push(number);
    compared += 1;
    if (compared % comparedPerSlice === 0) yield;
  }
  return matches;
}

/** A superset of the terms that match the pattern. */
function candidates(segment: Segment, pattern: string): Iterable<number> {
  if (!isWild.test(pattern)) {
    const number = termNumber(segment, pattern);
    return number < 0 ? [] : [number];
  }
  const prefix = pattern.slice(0, pattern.search(isWild));
  if (prefix !== '') return numbersFrom(...termsWithPrefix(segment, prefix));
  // The longest fragment occurs in the fewest terms.
  const fragment = pattern.split(/[*?]+/).reduce((best, one) => (one.length > best.length ? one : best), '');
  if (fragment === '') return numbersFrom(0, termCount(segment));
  if (!pattern.endsWith(fragment)) return termsContaining(segment, fragment);
  return fragment.length < suffixLength
    ? termsContaining(segment, `${fragment}\0`)
    : termsWithSuffix(segment, fragment);
}

function* numbersFrom(from: number, end: number): Generator<number> {
  for (let number = from; number < end; number += 1) yield number;
}

function termsWithSuffix(segment: Segment, suffix: string): readonly number[] {
  const numbers: number[] = [];
  eachTermWithSuffix(segment, suffix, (number) => numbers.push(number));
  return numbers;
}
