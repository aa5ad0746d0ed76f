import { unreachable } from '../../../base/errors/errors.ts';
import type { Query } from '../../../domain/query/query.ts';
import type { Segment } from '../segment/segment.ts';
import { type Pieces, pieceSize } from '../writer/cooperative-tasks.ts';
import { evaluateColumn } from './evaluate-doc-values.ts';
import { evaluatePhrase } from './evaluate-phrase.ts';
import { evaluateTerm, evaluateWords } from './evaluate-terms.ts';
import { type Evaluation, newFound, withScoresOf } from './evaluation.ts';
import { inCheapOrder } from './query-planner.ts';
import { boostedBy } from './ranking.ts';
import { addAll, addUp, type Found, has, keep, put } from './scored-docs.ts';

/** The documents that a query finds; with `within`, of those in it. The columns are from the pool, and to be given back to it. */
export function* evaluateQuery(query: Query, evaluation: Evaluation, within?: Found): Pieces<Found> {
  yield;
  switch (query.kind) {
    case 'everything':
      return everything(evaluation, within);
    case 'nothing':
      return newFound(evaluation);
    case 'all':
      return yield* all(query.of, evaluation, within);
    case 'any':
      return yield* atLeast(1, query.of, evaluation, within);
    case 'most': {
      const wanted = wantedOfMost(query.of, evaluation);
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
      return yield* evaluateWords(query, evaluation, within);
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
export const wantedOfMost = ({ length }: readonly Query[], { slack }: Evaluation): number =>
  Math.max(1, length - slack);

const withoutScore = 0;

function everything(evaluation: Evaluation, within: Found | undefined): Found {
  const found = newFound(evaluation);
  const count = within === undefined ? evaluation.segment.size : within.count;
  for (let at = 0; at < count; at += 1)
    put(found, within === undefined ? at : (within.documents[at] ?? 0), withoutScore);
  return found;
}

function* where(
  evaluation: Evaluation,
  within: Found | undefined,
  holds: (segment: Segment, document: number) => boolean,
): Pieces<Found> {
  const { segment, factor } = evaluation;
  const found = newFound(evaluation);
  const count = within === undefined ? segment.size : within.count;
  for (let at = 0; at < count; at += 1) {
    const document = within === undefined ? at : (within.documents[at] ?? 0);
    if (holds(segment, document)) put(found, document, factor);
    if (at % pieceSize === pieceSize - 1) yield;
  }
  return found;
}

function* all(queries: readonly Query[], evaluation: Evaluation, within: Found | undefined): Pieces<Found> {
  let common: Found | undefined;
  for (const query of inCheapOrder(queries, evaluation)) {
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

function* takeAway(query: Query, from: Found, evaluation: Evaluation): Pieces<void> {
  const found = yield* evaluateQuery(query, evaluation, from);
  if (found.count > 0) keep(from, (document) => !has(found, document));
  evaluation.pool.give(found);
}

/** What at least so many of the queries find, scores added up. */
function* atLeast(
  wanted: number,
  queries: readonly Query[],
  evaluation: Evaluation,
  within: Found | undefined,
): Pieces<Found> {
  const union = newFound(evaluation);
  const tally = wanted > 1 ? newFound(evaluation) : undefined;
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
  within: Found | undefined,
): Pieces<Found> {
  const found = yield* evaluateQuery(query, evaluation, within);
  for (const one of preferred) {
    const more = yield* evaluateQuery(one, evaluation, found);
    addAll(found, more);
    evaluation.pool.give(more);
  }
  return found;
}
