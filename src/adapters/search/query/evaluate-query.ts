import { unreachable } from '../../../base/errors/errors.ts';
import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import { folderWeight, type Query } from '../../../domain/query/query.ts';
import { addAll, addUp, has, keep, put, type ScoredDocs } from '../segment/scored-docs.ts';
import type { Segment } from '../segment/segment.ts';
import { taskSize } from '../task-scheduler.ts';
import { evaluateColumn } from './evaluate-doc-values.ts';
import { evaluatePhrase } from './evaluate-phrase.ts';
import { evaluateTerm, evaluateTerms } from './evaluate-terms.ts';
import { amongClauses, type Evaluation, inClause, newScoredDocs, withScoresOf } from './evaluation.ts';
import type { ScoresAbove } from './hierarchy-filter.ts';
import { plannedOrder } from './query-planner.ts';
import { boostedBy } from './ranking.ts';

/** The documents that match a query, limited to those in `within`. The caller must release the result to the pool. */
export function* evaluateQuery(query: Query, evaluation: Evaluation, within?: ScoredDocs): CooperativeTask<ScoredDocs> {
  yield;
  switch (query.kind) {
    case 'everything':
      return allDocs(evaluation, within);
    case 'nothing':
      return newScoredDocs(evaluation);
    case 'all':
    case 'any':
      return yield* someOf(query, evaluation, within);
    case 'minimumShouldMatch':
      return yield* someOf(query, amongClauses(evaluation, query.of), within);
    case 'not':
      return yield* without(query.query, allDocs(evaluation, within), evaluation);
    case 'boosted':
      return yield* evaluateQuery(query.query, boostedBy(evaluation, query.factor), within);
    case 'preferring':
      return yield* preferring(query, evaluation, within);
    case 'words':
      return yield* evaluateTerms(query, evaluation, within);
    case 'wildcard':
    case 'fuzzy':
      return yield* evaluateTerm(query, evaluation, within);
    case 'phrase':
      return yield* evaluatePhrase(query, evaluation, within);
    case 'below':
      return yield* filtered(evaluation, within, evaluation.hierarchy.isBelow(query.node));
    case 'path':
      return yield* filtered(evaluation, within, evaluation.hierarchy.isAtEnd(query.steps));
    case 'range':
    case 'value':
    case 'exists':
      return yield* evaluateColumn(query, evaluation, within);
    default:
      return unreachable(query);
  }
}

type Several = Extract<Query, { readonly of: unknown }>;

function* someOf(query: Several, evaluation: Evaluation, within: ScoredDocs | undefined): CooperativeTask<ScoredDocs> {
  const minimum = requiredCount(query, evaluation);
  // What no folder matches must be in the document itself.
  const required = minimum < query.of.length ? [] : query.of.filter((clause) => !evaluation.inFolders.has(clause));
  const rest = query.of.filter((clause) => !required.includes(clause));
  if (minimum === required.length) return yield* allOf(required, evaluation, within);
  const common = required.length === 0 ? undefined : yield* allOf(required, evaluation, within);
  return yield* atLeast(minimum - required.length, rest, evaluation, within, common);
}

/** The number of subqueries that a document must match. */
export const requiredCount = ({ kind, of }: Several, { maxMissing }: Evaluation): number =>
  kind === 'all' ? of.length : Math.max(1, kind === 'any' ? 1 : of.length - maxMissing);

const noScore = 0;

function allDocs(evaluation: Evaluation, within: ScoredDocs | undefined): ScoredDocs {
  const docs = newScoredDocs(evaluation);
  const count = within === undefined ? evaluation.segment.size : within.count;
  for (let at = 0; at < count; at += 1) put(docs, within === undefined ? at : (within.documents[at] ?? 0), noScore);
  return docs;
}

function* filtered(
  evaluation: Evaluation,
  within: ScoredDocs | undefined,
  holds: (segment: Segment, document: number) => boolean,
): CooperativeTask<ScoredDocs> {
  const { segment, boost } = evaluation;
  const docs = newScoredDocs(evaluation);
  const count = within === undefined ? segment.size : within.count;
  for (let at = 0; at < count; at += 1) {
    const document = within === undefined ? at : (within.documents[at] ?? 0);
    if (holds(segment, document)) put(docs, document, boost);
    if (at % taskSize === taskSize - 1) yield;
  }
  return docs;
}

function* allOf(
  queries: readonly Query[],
  evaluation: Evaluation,
  within: ScoredDocs | undefined,
): CooperativeTask<ScoredDocs> {
  let common: ScoredDocs | undefined;
  for (const query of plannedOrder(queries, evaluation)) {
    if (common?.count === 0) break;
    // Excluding documents is cheaper than computing the complement.
    if (query.kind === 'not') common = yield* without(query.query, common ?? allDocs(evaluation, within), evaluation);
    else common = withScoresOf(common, yield* evaluateQuery(query, evaluation, common ?? within), evaluation);
  }
  return common ?? allDocs(evaluation, within);
}

/** Removes the documents that match the query from `from`, and returns it. */
function* without(query: Query, from: ScoredDocs, evaluation: Evaluation): CooperativeTask<ScoredDocs> {
  const docs = yield* evaluateQuery(query, evaluation, from);
  if (docs.count > 0) keep(from, (document) => !has(docs, document));
  evaluation.pool.release(docs);
  return from;
}

/**
 * The documents that match one of the queries and at least `minimum` together with the folders above them, or a rare one, with
 * the sum of the scores. If `common` is given, only its documents count, with their scores there; it becomes the result.
 */
function* atLeast(
  minimum: number,
  queries: readonly Query[],
  evaluation: Evaluation,
  within: ScoredDocs | undefined,
  common: ScoredDocs | undefined,
): CooperativeTask<ScoredDocs> {
  const union = common ?? newScoredDocs(evaluation);
  const tally = minimum > 1 || common !== undefined ? newScoredDocs(evaluation) : undefined;
  for (const query of queries) {
    const docs = yield* evaluateQuery(query, inClause(query, queries, evaluation), common ?? within);
    addAll(union, docs);
    if (tally !== undefined) {
      const weight = evaluation.rare.has(query) ? minimum : 1;
      // A document that matches the clause itself must not count again for its folder.
      const scoreAbove = evaluation.inFolders.get(query)?.(evaluation.segment) ?? inNoFolder;
      for (let at = 0; at < docs.count; at += 1) {
        const document = docs.documents[at] ?? 0;
        addUp(tally, document, scoreAbove(document) === undefined ? weight : weight - 1);
      }
    }
    evaluation.pool.release(docs);
  }
  const inFolders = queries.flatMap((query) => evaluation.inFolders.get(query)?.(evaluation.segment) ?? []);
  if (tally !== undefined) {
    const byFolders = (document: number): number =>
      inFolders.reduce((count, scoreAbove) => count + Number(scoreAbove(document) !== undefined), 0);
    const byItself = (document: number): number => (has(tally, document) ? (tally.scores[document] ?? 0) : 0);
    keep(union, (document) => byItself(document) + byFolders(document) >= minimum);
    evaluation.pool.release(tally);
  }
  for (const scoreAbove of inFolders) addFolderScores(union, scoreAbove, evaluation.boost * folderWeight);
  return union;
}

function addFolderScores(docs: ScoredDocs, scoreAbove: ReturnType<ScoresAbove>, factor: number): void {
  for (let at = 0; at < docs.count; at += 1) {
    const document = docs.documents[at] ?? 0;
    const score = scoreAbove(document);
    if (score !== undefined) addUp(docs, document, factor * score);
  }
}

const inNoFolder = (): undefined => undefined;

function* preferring(
  { query, preferred }: Extract<Query, { readonly kind: 'preferring' }>,
  evaluation: Evaluation,
  within: ScoredDocs | undefined,
): CooperativeTask<ScoredDocs> {
  const docs = yield* evaluateQuery(query, evaluation, within);
  for (const one of preferred) {
    const preferredDocs = yield* evaluateQuery(one, evaluation, docs);
    addAll(docs, preferredDocs);
    evaluation.pool.release(preferredDocs);
  }
  return docs;
}
