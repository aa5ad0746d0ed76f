import { cachedPerObject } from '../../../base/caching/cached-per-object.ts';
import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import { isInheritable, metadataFields, partsOf, type Query } from '../../../domain/query/query.ts';
import { uuidSize } from '../codec/uuids.ts';
import { isDeleted } from '../segment/deletions.ts';
import { put, type ScoredDocs } from '../segment/scored-docs.ts';
import type { Segment } from '../segment/segment.ts';
import { findDocument } from '../segment/segment-documents.ts';
import { visibilityLevels, visibilityOf } from '../terms/visibility.ts';
import { evaluateQuery } from './evaluate-query.ts';
import { type Evaluation, evaluationOf, type LookedUp, newScoredDocs } from './evaluation.ts';
import type { ScoresAbove } from './hierarchy-filter.ts';
import type { Search } from './search.ts';

/**
 * The parts of best matches that folders match by their metadata, each with the best score of such a folder above a document.
 * Only folders that the caller sees count: otherwise a search would reveal their names.
 */
export function* foldersWithParts(
  search: Search,
  patterns: LookedUp['patterns'],
): CooperativeTask<ReadonlyMap<Query, ScoresAbove>> {
  const clauses = partsOfBestMatches(search.query).filter(isInheritable);
  const scores = new Map(clauses.map((clause) => [clause, search.live.map(() => new Map<number, number>())]));
  for (const at of clauses.length === 0 ? [] : search.live.keys()) {
    const evaluation = {
      ...evaluationOf(search, at, { patterns, inFolders: new Map() }),
      parts: metadataFields,
    };
    const folders = visibleFolders(search, at, evaluation);
    if (folders.count > 0) {
      for (const [clause, bySegment] of scores) {
        const found = yield* evaluateQuery(clause, evaluation, folders);
        for (const folder of found.documents.subarray(0, found.count))
          bySegment[at]?.set(folder, found.scores[folder] ?? 0);
        search.tools.pool.release(found);
      }
    }
    search.tools.pool.release(folders);
    yield;
  }
  const matching = [...scores].filter(([, bySegment]) => bySegment.some(({ size }) => size > 0));
  return new Map(matching.map(([clause, bySegment]) => [clause, search.hierarchy.bestAbove(bySegment)]));
}

/** The parts of all best matches. */
function partsOfBestMatches(query: Query): readonly Query[] {
  const own = query.kind === 'bestMatch' ? query.of : [];
  return [...own, ...partsOf(query).flatMap(partsOfBestMatches)];
}

/** The documents of a segment that are parents of documents in another one. Cached for each pair of segments. */
const parentsIn = cachedPerObject((segment: Segment) =>
  cachedPerObject(({ parents }: Segment): Uint32Array => {
    const found: number[] = [];
    for (let offset = 0; offset < parents.length; offset += uuidSize) {
      const document = findDocument(segment, parents, offset);
      if (document >= 0) found.push(document);
    }
    return Uint32Array.from(found);
  }),
);

/** The folders of the segment `live[at]` that the caller sees. The caller must release the result to the pool. */
function visibleFolders({ live, visibilities }: Search, at: number, evaluation: Evaluation): ScoredDocs {
  const folders = newScoredDocs(evaluation);
  const [own, visibility] = [live[at], visibilities[at]];
  if (own === undefined || visibility === undefined) return folders;
  const parentsOf = parentsIn(own.segment);
  for (const { segment } of live) {
    for (const folder of parentsOf(segment)) {
      const isVisible = visibilityOf(visibility, folder) !== visibilityLevels.nothing;
      if (isVisible && !isDeleted(own.deleted, folder)) put(folders, folder, 0);
    }
  }
  return folders;
}
