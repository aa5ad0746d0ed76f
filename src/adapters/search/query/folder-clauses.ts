import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import { isInheritable, metadataFields, partsOf, type Query } from '../../../domain/query/query.ts';
import { isDeleted } from '../segment/deletions.ts';
import { put, type ScoredDocs } from '../segment/scored-docs.ts';
import { evaluateQuery } from './evaluate-query.ts';
import { evaluationOf, newScoredDocs, type Relaxation, withoutTyposOfKnown } from './evaluation.ts';
import type { DocumentScore } from './hierarchy-filter.ts';
import type { Search } from './search.ts';
import { visibilityLevels, visibilityOf } from './visibility.ts';

/**
 * The clauses of `minimumShouldMatch` queries that folders match by their metadata, each with the best score of such a folder
 * above a document. Only folders that the caller sees count: otherwise a search would reveal their names.
 */
export function* clausesOfFolders(
  search: Search,
  relaxation: Relaxation,
): CooperativeTask<ReadonlyMap<Query, DocumentScore>> {
  const clauses = severalClauses(search.query).filter(isInheritable);
  const best = new Map<Query, DocumentScore>();
  if (clauses.length === 0) return best;
  const folders = yield* search.hierarchy.folders();
  for (const clause of clauses) {
    const scores: ReadonlyMap<number, number>[] = [];
    for (const [at, documents] of folders.entries())
      scores.push(yield* folderScores(clause, documents, { search, relaxation, at }));
    if (scores.some(({ size }) => size > 0)) best.set(clause, search.hierarchy.bestAbove(scores));
  }
  return best;
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

function* folderScores(
  clause: Query,
  folders: ReadonlySet<number>,
  { search, relaxation, at }: InSegment,
): CooperativeTask<ReadonlyMap<number, number>> {
  const [liveSegment, visibility] = [search.live[at], search.visibilities[at]];
  if (liveSegment === undefined || visibility === undefined || folders.size === 0) return new Map();
  const evaluation = { ...withoutTyposOfKnown(evaluationOf(search, at, relaxation)), parts: metadataFields };
  const visible = newScoredDocs(evaluation);
  for (const folder of folders) {
    const isVisible = visibilityOf(visibility, folder) !== visibilityLevels.nothing;
    if (isVisible && !isDeleted(liveSegment.deleted, folder)) put(visible, folder, 0);
  }
  const found = yield* evaluateQuery(clause, evaluation, visible);
  const documents = [...found.documents.subarray(0, found.count)];
  const scores = new Map(documents.map((document) => [document, found.scores[document] ?? 0]));
  release(search, visible, found);
  return scores;
}

function release({ tools }: Search, ...all: readonly ScoredDocs[]): void {
  for (const docs of all) tools.pool.release(docs);
}
