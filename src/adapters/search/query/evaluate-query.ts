import { unreachable } from '../../../base/errors/errors.ts';
import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import type { Query } from '../../../domain/query/query.ts';
import { addAll, has, keep, put, type ScoredDocs } from '../segment/scored-docs.ts';
import type { Segment } from '../segment/segment.ts';
import { taskSize } from '../task-scheduler.ts';
import { evaluateBestMatch } from './evaluate-best-match.ts';
import { evaluateColumn } from './evaluate-doc-values.ts';
import { evaluatePhrase } from './evaluate-phrase.ts';
import { evaluateTerm, evaluateTerms } from './evaluate-terms.ts';
import { type Evaluation, newScoredDocs, withScoresOf } from './evaluation.ts';
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
      return yield* allOf(query.of, evaluation, within);
    case 'any':
      return yield* anyOf(query.of, evaluation, within);
    case 'bestMatch':
      return yield* evaluateBestMatch(query, evaluation, within, evaluateQuery);
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

function* anyOf(
  queries: readonly Query[],
  evaluation: Evaluation,
  within: ScoredDocs | undefined,
): CooperativeTask<ScoredDocs> {
  const union = newScoredDocs(evaluation);
  for (const query of queries) {
    const docs = yield* evaluateQuery(query, evaluation, within);
    addAll(union, docs);
    evaluation.pool.release(docs);
  }
  return union;
}

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
