import { partsOf, type Query } from '../../../domain/query/query.ts';
import { maxExpansions, tooManyExpansions } from '../../../domain/query/query-limits.ts';
import type { LiveSegment } from '../segment/segment.ts';
import { termAt } from '../segment/terms.ts';
import type { CooperativeTasks } from '../writer/cooperative-tasks.ts';
import { isWild, matchingTerms } from './term-expansion.ts';
import type { VisibleTerms } from './visible-terms.ts';

/** For each pattern with wildcards the words of a segment that fit it. Of very many, only those that are seen. */
export type WildcardTerms = ReadonlyMap<string, readonly number[]>;

/**
 * The words that fit the patterns of a query, for each segment. Throws `BadRequest` where too many that are seen fit one of them: an
 * error for words that somebody may not see would tell, pattern by pattern, which ones there are.
 */
export function* wildcardTerms(
  query: Query,
  live: readonly LiveSegment[],
  sight: VisibleTerms,
): CooperativeTasks<WildcardTerms[]> {
  const words = live.map(() => new Map<string, readonly number[]>());
  for (const pattern of new Set(patternsIn(query))) {
    const fitting: (readonly number[])[] = [];
    for (const { segment } of live) fitting.push(yield* matchingTerms(segment, pattern));
    const count = fitting.reduce((sum, { length }) => sum + length, 0);
    const kept = count > maxExpansions ? yield* seenWords(pattern, fitting, live, sight) : fitting;
    for (const [at, numbers] of kept.entries()) words[at]?.set(pattern, numbers);
  }
  return words;
}

/** A single star stands for any word, which is no word that is looked for. */
function patternsIn(query: Query): readonly string[] {
  if (query.kind === 'wildcard') return [query.pattern];
  if (query.kind === 'phrase') return query.words.filter((word) => word !== '*' && isWild.test(word));
  return partsOf(query).flatMap(patternsIn);
}

/** So many words are looked at in one piece. */
const looksAtOnce = 64;

function* seenWords(
  pattern: string,
  fitting: readonly (readonly number[])[],
  live: readonly LiveSegment[],
  sight: VisibleTerms,
): CooperativeTasks<(readonly number[])[]> {
  const distinct = new Set<string>();
  const kept = fitting.map((): number[] => []);
  let looks = 0;
  for (const [at, numbers] of fitting.entries()) {
    for (const number of numbers) {
      looks += 1;
      if (looks % looksAtOnce === 0) yield;
      const segment = live[at]?.segment;
      if (segment === undefined || !sight.isSeen(at, number)) continue;
      distinct.add(termAt(segment, number));
      kept[at]?.push(number);
      if (distinct.size > maxExpansions) throw tooManyExpansions(pattern);
    }
  }
  return kept;
}
