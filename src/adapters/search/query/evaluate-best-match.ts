import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import { type BestMatch, folderWeight, partsOf, type Query } from '../../../domain/query/query.ts';
import { addUp, has, put, type ScoredDocs } from '../segment/scored-docs.ts';
import { taskSize } from '../task-scheduler.ts';
import type { Statistics } from '../terms/statistics.ts';
import { type Evaluation, newScoredDocs } from './evaluation.ts';
import type { ScoresAbove } from './hierarchy-filter.ts';
import { wordsIn } from './query-planner.ts';
import { roundedScore } from './ranking.ts';

/** `evaluateQuery`, which calls this module. */
type Evaluate = (query: Query, evaluation: Evaluation, within: ScoredDocs | undefined) => CooperativeTask<ScoredDocs>;

/** A part of a best match, in one segment. */
interface Part {
  readonly query: Query;
  /** What the part counts for the coverage: the idf of its words. */
  readonly weight: number;
  /** The score of a folder above a document, already multiplied by `folderWeight`. Undefined if no folder matches. */
  readonly above: ReturnType<ScoresAbove> | undefined;
}

/** The documents that match one of the parts, themselves or by a folder above. `evaluate` evaluates a part. */
export function* evaluateBestMatch(
  query: BestMatch,
  evaluation: Evaluation,
  within: ScoredDocs | undefined,
  evaluate: Evaluate,
): CooperativeTask<ScoredDocs> {
  const unboosted = { ...evaluation, boost: 1 };
  const parts = query.of.map((one) => partOf(one, evaluation));
  const found = newScoredDocs(evaluation);
  const covered = newScoredDocs(evaluation);
  for (const { query: part, weight, above } of parts) {
    const docs = yield* evaluate(part, unboosted, within);
    for (let at = 0; at < docs.count; at += 1) {
      const document = docs.documents[at] ?? 0;
      const score = docs.scores[document] ?? 0;
      const folder = above?.(document);
      // What the folder adds follows below, for all documents.
      addUp(found, document, folder === undefined ? score : Math.max(0, score - folder));
      addUp(covered, document, folder === undefined ? weight : 0);
    }
    evaluation.pool.release(docs);
  }
  yield* addBelow(parts, found, evaluation, within);
  addFolders(parts, found, covered);
  weighByCoverage(query, parts, found, covered, evaluation);
  evaluation.pool.release(covered);
  return found;
}

function partOf(query: Query, { inFolders, segment, statistics }: Evaluation): Part {
  const scoreAbove = inFolders.get(query)?.(segment);
  const above =
    scoreAbove &&
    ((document: number): number | undefined => {
      const score = scoreAbove(document);
      return score === undefined ? undefined : roundedScore(folderWeight * score);
    });
  return { query, weight: weightOf(query, statistics), above };
}

/** What a part counts for the coverage: the highest sum of the idfs of words that must match together; 1 without words. */
const weightOf = (query: Query, statistics: Statistics): number => roundedScore(idfOf(query, statistics) || 1);

function idfOf(query: Query, statistics: Statistics): number {
  const words = wordsIn(query);
  if (words.length === 0) return Math.max(0, ...partsOf(query).map((part) => idfOf(part, statistics)));
  return words.reduce((sum, word) => sum + statistics.idf(word), 0);
}

/** Adds the documents that have a part only from a folder above. */
function* addBelow(
  parts: readonly Part[],
  found: ScoredDocs,
  { segment }: Evaluation,
  within: ScoredDocs | undefined,
): CooperativeTask<void> {
  const inherited = parts.flatMap(({ above }) => above ?? []);
  const count = inherited.length === 0 ? 0 : (within?.count ?? segment.size);
  for (let at = 0; at < count; at += 1) {
    const document = within === undefined ? at : (within.documents[at] ?? 0);
    if (!has(found, document) && inherited.some((above) => above(document) !== undefined)) put(found, document, 0);
    if (at % taskSize === taskSize - 1) yield;
  }
}

function addFolders(parts: readonly Part[], found: ScoredDocs, covered: ScoredDocs): void {
  for (const { weight, above } of parts) {
    if (above === undefined) continue;
    for (let at = 0; at < found.count; at += 1) {
      const document = found.documents[at] ?? 0;
      const folder = above(document);
      if (folder === undefined) continue;
      addUp(found, document, folder);
      addUp(covered, document, weight);
    }
  }
}

/** Multiplies scores by the share of the words that a document has, and notes the documents that have all. */
function weighByCoverage(
  query: BestMatch,
  parts: readonly Part[],
  found: ScoredDocs,
  covered: ScoredDocs,
  { complete, boost }: Evaluation,
): void {
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  for (let at = 0; at < found.count; at += 1) {
    const document = found.documents[at] ?? 0;
    const share = (covered.scores[document] ?? 0) / total;
    found.scores[document] = roundedScore((found.scores[document] ?? 0) * share) * boost;
    if (share === 1 && complete?.query === query) put(complete.docs, document, 0);
  }
}
