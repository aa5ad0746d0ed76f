import { unreachable } from '../../../base/errors/errors.ts';
import type { Query } from '../../../domain/query/query.ts';
import type { Segment } from '../segment/segment.ts';
import { type CooperativeTasks, taskSize } from '../writer/cooperative-tasks.ts';
import { evaluateColumn } from './evaluate-doc-values.ts';
import { evaluatePhrase } from './evaluate-phrase.ts';
import { evaluateTerm, evaluateTerms } from './evaluate-terms.ts';
import { type Evaluation, newScoredDocs, withScoresOf } from './evaluation.ts';
import { plannedOrder } from './query-planner.ts';
import { boostedBy } from './ranking.ts';
import { addAll, addUp, has, keep, put, type ScoredDocs } from './scored-docs.ts';

/** The documents that a query finds; with `within`, of those in it. The columns are from the pool, and to be given back to it. */
export function* evaluateQuery(
  query: Query,
  evaluation: Evaluation,
  within?: ScoredDocs,
): CooperativeTasks<ScoredDocs> {
  yield;
  switch (query.kind) {
    case 'everything':
      return everything(evaluation, within);
    case 'nothing':
      return newScoredDocs(evaluation);
    case 'all':
      return yield* all(query.of, evaluation, within);
    case 'any':
      return yield* atLeast(1, query.of, evaluation, within);
    case 'most': {
      const wanted = minimumShouldMatchOf(query.of, evaluation);
      const every = wanted >= query.of.length && query.of.length > 0;
      return yield* every ? all(query.of, evaluation, within) : atLeast(wanted, query.of, evaluation, within);
    }
    case 'not': {
      const found = everything(evaluation, within);
      yield* takeAway(query.query, found, evaluation);
      return found;
    }
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
      return yield* where(evaluation, within, evaluation.tree.isBelow(query.node));
    case 'path':
      return yield* where(evaluation, within, evaluation.tree.isAtEnd(query.steps));
    case 'range':
    case 'value':
    case 'exists':
      return yield* evaluateColumn(query, evaluation, within);
    default:
      return unreachable(query);
  }
}

/** How many of its queries a `most` wants. */
export const minimumShouldMatchOf = ({ length }: readonly Query[], { slack }: Evaluation): number =>
  Math.max(1, length - slack);

const withoutScore = 0;

function everything(evaluation: Evaluation, within: ScoredDocs | undefined): ScoredDocs {
  const found = newScoredDocs(evaluation);
  const count = within === undefined ? evaluation.segment.size : within.count;
  for (let at = 0; at < count; at += 1)
    put(found, within === undefined ? at : (within.documents[at] ?? 0), withoutScore);
  return found;
}

function* where(
  evaluation: Evaluation,
  within: ScoredDocs | undefined,
  holds: (segment: Segment, document: number) => boolean,
): CooperativeTasks<ScoredDocs> {
  const { segment, factor } = evaluation;
  const found = newScoredDocs(evaluation);
  const count = within === undefined ? segment.size : within.count;
  for (let at = 0; at < count; at += 1) {
    const document = within === undefined ? at : (within.documents[at] ?? 0);
    if (holds(segment, document)) put(found, document, factor);
    if (at % taskSize === taskSize - 1) yield;
  }
  return found;
}

function* all(
  queries: readonly Query[],
  evaluation: Evaluation,
  within: ScoredDocs | undefined,
): CooperativeTasks<ScoredDocs> {
  let common: ScoredDocs | undefined;
  for (const query of plannedOrder(queries, evaluation)) {
    // Taking away is cheaper than making the complement of what is taken away.
    if (query.kind === 'not') {
      common ??= everything(evaluation, within);
      yield* takeAway(query.query, common, evaluation);
      continue;
    }
    const found = yield* evaluateQuery(query, evaluation, common ?? within);
    common = withScoresOf(common, found, evaluation);
  }
  return common ?? everything(evaluation, within);
}

function* takeAway(query: Query, from: ScoredDocs, evaluation: Evaluation): CooperativeTasks<void> {
  const found = yield* evaluateQuery(query, evaluation, from);
  if (found.count > 0) keep(from, (document) => !has(found, document));
  evaluation.pool.give(found);
}

/** What at least so many of the queries find, scores added up. */
function* atLeast(
  wanted: number,
  queries: readonly Query[],
  evaluation: Evaluation,
  within: ScoredDocs | undefined,
): CooperativeTasks<ScoredDocs> {
  const union = newScoredDocs(evaluation);
  const tally = wanted > 1 ? newScoredDocs(evaluation) : undefined;
  for (const query of queries) {
    const found = yield* evaluateQuery(query, evaluation, within);
    addAll(union, found);
    if (tally !== undefined) for (let at = 0; at < found.count; at += 1) addUp(tally, found.documents[at] ?? 0, 1);
    evaluation.pool.give(found);
  }
  if (tally !== undefined) {
    keep(union, (document) => (tally.scores[document] ?? 0) >= wanted);
    evaluation.pool.give(tally);
  }
  return union;
}

function* preferring(
  { query, preferred }: Extract<Query, { readonly kind: 'preferring' }>,
  evaluation: Evaluation,
  within: ScoredDocs | undefined,
): CooperativeTasks<ScoredDocs> {
  const found = yield* evaluateQuery(query, evaluation, within);
  for (const one of preferred) {
    const more = yield* evaluateQuery(one, evaluation, found);
    addAll(found, more);
    evaluation.pool.give(more);
  }
  return found;
}
