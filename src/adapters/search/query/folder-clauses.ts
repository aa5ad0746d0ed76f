import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import { isInheritable, metadataFields, partsOf, type Query } from '../../../domain/query/query.ts';
import { isDeleted } from '../segment/deletions.ts';
import { put, type ScoredDocs } from '../segment/scored-docs.ts';
import { evaluateQuery } from './evaluate-query.ts';
import { evaluationOf, newScoredDocs, type Relaxation, withoutTyposOfKnown } from './evaluation.ts';
import type { DocumentTest } from './hierarchy-filter.ts';
import type { Search } from './search.ts';
import { visibilityLevels, visibilityOf } from './visibility.ts';

/**
 * The clauses of `minimumShouldMatch` queries that folders match by their metadata, each with a test whether a document is below
 * such a folder. Only folders that the caller sees count: otherwise a search would reveal their names.
 */
export function* clausesOfFolders(
  search: Search,
  relaxation: Relaxation,
): CooperativeTask<ReadonlyMap<Query, DocumentTest>> {
  const folders = yield* search.hierarchy.folders();
  const tests = new Map<Query, DocumentTest>();
  for (const clause of severalClauses(search.query).filter(isInheritable)) {
    const matching: ReadonlySet<number>[] = [];
    for (const [at, documents] of folders.entries())
      matching.push(yield* matchingFolders(clause, documents, { search, relaxation, at }));
    if (matching.some(({ size }) => size > 0)) tests.set(clause, search.hierarchy.isBelowAny(matching));
  }
  return tests;
}

/** The clauses of all `minimumShouldMatch` queries with several of them. */
function severalClauses(query: Query): readonly Query[] {
  const own = query.kind === 'minimumShouldMatch' && query.of.length > 1 ? query.of : [];
  return [...own, ...partsOf(query).flatMap(severalClauses)];
}

interface InSegment {
  readonly search: Search;
  readonly relaxation: Relaxation;
  /** The index of the segment. */
  readonly at: number;
}

function* matchingFolders(
  clause: Query,
  folders: ReadonlySet<number>,
  { search, relaxation, at }: InSegment,
): CooperativeTask<ReadonlySet<number>> {
  const [liveSegment, visibility] = [search.live[at], search.visibilities[at]];
  if (liveSegment === undefined || visibility === undefined || folders.size === 0) return new Set();
  const evaluation = { ...withoutTyposOfKnown(evaluationOf(search, at, relaxation)), parts: metadataFields };
  const visible = newScoredDocs(evaluation);
  for (const folder of folders) {
    const isVisible = visibilityOf(visibility, folder) !== visibilityLevels.nothing;
    if (isVisible && !isDeleted(liveSegment.deleted, folder)) put(visible, folder, 0);
  }
  const found = yield* evaluateQuery(clause, evaluation, visible);
  const matching = new Set(found.documents.subarray(0, found.count));
  release(search, visible, found);
  return matching;
}

function release({ tools }: Search, ...all: readonly ScoredDocs[]): void {
  for (const docs of all) tools.pool.release(docs);
}
