import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import { partsOf, type Query } from '../../../domain/query/query.ts';
import { rareParts } from '../../../domain/query/rare-parts.ts';

/**
 * The rare clauses of each `minimumShouldMatch` in a query: a document that matches one of them is a hit. `visibleCount` counts
 * the hits of a clause that the caller sees; it gets the rare clauses inside the clause.
 */
export function* rareClauses(
  query: Query,
  maxMissing: number,
  visibleCount: (clause: Query, rare: ReadonlySet<Query>) => CooperativeTask<number>,
): CooperativeTask<ReadonlySet<Query>> {
  const rare = new Set<Query>();
  for (const one of relaxedParts(query, maxMissing)) {
    const counts: number[] = [];
    for (const clause of partsOf(one)) counts.push(yield* visibleCount(clause, rare));
    const isRare = rareParts(counts);
    for (const [at, clause] of partsOf(one).entries()) if (isRare[at] === true) rare.add(clause);
  }
  return rare;
}

/** The `minimumShouldMatch` queries that require several clauses, but not all. Inner queries come first. */
function relaxedParts(query: Query, maxMissing: number): readonly Query[] {
  const inner = partsOf(query).flatMap((part) => relaxedParts(part, maxMissing));
  const isRelaxed = query.kind === 'minimumShouldMatch' && maxMissing > 0 && query.of.length - maxMissing > 1;
  return isRelaxed ? [...inner, query] : inner;
}
