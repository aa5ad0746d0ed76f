import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import { partsOf, type Query } from '../../../domain/query/query.ts';
import { maxExpansions, tooManyExpansions } from '../../../domain/query/query-limits.ts';
import type { LiveSegment } from '../segment/segment.ts';
import { termAt } from '../segment/terms.ts';
import { isWild, matchingTerms } from './term-expansion.ts';
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

/** A single star in a phrase matches any word, and is not looked up. */
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
