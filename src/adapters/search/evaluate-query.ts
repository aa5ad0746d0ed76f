import { unreachable } from '../../base/errors.ts';
import type { Query } from '../../domain/query.ts';
import { type WantedWord, wantedWords } from '../../domain/word-match.ts';
import { evaluateColumn } from './evaluate-column.ts';
import { evaluatePhrase } from './evaluate-phrase.ts';
import { type Evaluation, scoringFor } from './evaluation.ts';
import { addUp, type Found, has, keep, put } from './found.ts';
import type { Segment } from './segment.ts';
import { addTerm } from './term-scores.ts';
import { expandWord, takeFitting, takeNearWords, takeTypos } from './word-expansion.ts';

/** The documents that a query finds; with `within`, of those in it. The columns are from the pool, and to be given back to it. */
export function evaluateQuery(query: Query, evaluation: Evaluation, within?: Found): Found {
  switch (query.kind) {
    case 'everything':
      return everything(evaluation, within);
    case 'nothing':
      return newFound(evaluation);
    case 'all':
      return all(query.of, evaluation, within);
    case 'any':
      return atLeast(1, query.of, evaluation, within);
    case 'most': {
      const wanted = Math.max(1, query.of.length - evaluation.slack);
      const every = wanted >= query.of.length && query.of.length > 0;
      return every ? all(query.of, evaluation, within) : atLeast(wanted, query.of, evaluation, within);
    }
    case 'not': {
      const found = everything(evaluation, within);
      takeAway(query.query, found, evaluation);
      return found;
    }
    case 'boosted':
      return boosted(query, evaluation, within);
    case 'preferring':
      return preferring(query, evaluation, within);
    case 'words':
      return words(query, evaluation, within);
    case 'wildcard':
    case 'fuzzy':
      return terms(query, evaluation, within);
    case 'phrase':
      return evaluatePhrase(query, inFields(query.field, evaluation), within);
    case 'below':
      return where(evaluation, within, evaluation.tree.isBelow(query.node));
    case 'path':
      return where(evaluation, within, evaluation.tree.isAtEnd(query.steps));
    case 'range':
    case 'value':
    case 'exists':
      return evaluateColumn(query, inFields(query.field, evaluation), within);
    default:
      return unreachable(query);
  }
}

const newFound = ({ pool, segment }: Evaluation): Found => pool.take(segment.size);

/** What every document has besides its properties is a property of another segment with the same documents. */
function inFields(field: string | undefined, evaluation: Evaluation): Evaluation {
  return field === 'ID' || field === 'PARENT' ? { ...evaluation, segment: evaluation.withIds() } : evaluation;
}

const withoutScore = 0;
const plainScore = 1;

function everything(evaluation: Evaluation, within: Found | undefined): Found {
  const found = newFound(evaluation);
  const count = within === undefined ? evaluation.segment.size : within.count;
  for (let at = 0; at < count; at += 1)
    put(found, within === undefined ? at : (within.documents[at] ?? 0), withoutScore);
  return found;
}

function where(
  evaluation: Evaluation,
  within: Found | undefined,
  holds: (segment: Segment, document: number) => boolean,
): Found {
  const found = everything(evaluation, within);
  keep(found, (document) => holds(evaluation.segment, document));
  for (let at = 0; at < found.count; at += 1) found.scores[found.documents[at] ?? 0] = plainScore;
  return found;
}

function all(queries: readonly Query[], evaluation: Evaluation, within: Found | undefined): Found {
  let common: Found | undefined;
  for (const query of inCheapOrder(queries)) {
    // Taking away is cheaper than making the complement of what is taken away.
    if (query.kind === 'not') {
      common ??= everything(evaluation, within);
      takeAway(query.query, common, evaluation);
      continue;
    }
    const found = evaluateQuery(query, evaluation, common ?? within);
    if (common !== undefined) {
      for (let at = 0; at < found.count; at += 1) {
        const document = found.documents[at] ?? 0;
        found.scores[document] = (found.scores[document] ?? 0) + (common.scores[document] ?? 0);
      }
      evaluation.pool.give(common);
    }
    common = found;
  }
  return common ?? everything(evaluation, within);
}

/** What finds few or looks at each document is best asked of the few that others have left. */
const costs: Partial<Record<Query['kind'], number>> = {
  words: 0,
  phrase: 0,
  value: 1,
  fuzzy: 2,
  wildcard: 2,
  everything: 5,
};
const lateCosts: Partial<Record<Query['kind'], number>> = { below: 6, path: 6, not: 7 };

function inCheapOrder(queries: readonly Query[]): readonly Query[] {
  const cost = ({ kind }: Query): number => costs[kind] ?? lateCosts[kind] ?? 3;
  return queries.length < 2 ? queries : [...queries].sort((one, other) => cost(one) - cost(other));
}

function takeAway(query: Query, from: Found, evaluation: Evaluation): void {
  const found = evaluateQuery(query, evaluation, from);
  if (found.count > 0) keep(from, (document) => !has(found, document));
  evaluation.pool.give(found);
}

/** What at least so many of the queries find, scores added up. */
function atLeast(wanted: number, queries: readonly Query[], evaluation: Evaluation, within: Found | undefined): Found {
  const union = newFound(evaluation);
  const tally = wanted > 1 ? newFound(evaluation) : undefined;
  for (const query of queries) {
    const found = evaluateQuery(query, evaluation, within);
    for (let at = 0; at < found.count; at += 1) {
      const document = found.documents[at] ?? 0;
      addUp(union, document, found.scores[document] ?? 0);
      if (tally !== undefined) addUp(tally, document, 1);
    }
    evaluation.pool.give(found);
  }
  if (tally !== undefined) {
    keep(union, (document) => (tally.scores[document] ?? 0) >= wanted);
    evaluation.pool.give(tally);
  }
  return union;
}

function boosted(
  { query, factor }: Extract<Query, { readonly kind: 'boosted' }>,
  evaluation: Evaluation,
  within: Found | undefined,
): Found {
  const found = evaluateQuery(query, evaluation, within);
  for (let at = 0; at < found.count; at += 1) {
    const document = found.documents[at] ?? 0;
    found.scores[document] = (found.scores[document] ?? 0) * factor;
  }
  return found;
}

function preferring(
  { query, preferred }: Extract<Query, { readonly kind: 'preferring' }>,
  evaluation: Evaluation,
  within: Found | undefined,
): Found {
  const found = evaluateQuery(query, evaluation, within);
  for (const one of preferred) {
    const more = evaluateQuery(one, evaluation, found);
    for (let at = 0; at < more.count; at += 1) {
      const document = more.documents[at] ?? 0;
      addUp(found, document, more.scores[document] ?? 0);
    }
    evaluation.pool.give(more);
  }
  return found;
}

function words(
  { text, match, field }: Extract<Query, { readonly kind: 'words' }>,
  evaluation: Evaluation,
  within: Found | undefined,
): Found {
  const wanted = wantedWords(text, match);
  if (wanted.length === 0) return newFound(evaluation);
  const inside = inFields(field, evaluation);
  let common: Found | undefined;
  for (const one of rarestFirst(wanted, evaluation)) {
    const found = word(one, field, inside, common ?? within);
    if (common !== undefined) {
      for (let at = 0; at < found.count; at += 1) {
        const document = found.documents[at] ?? 0;
        found.scores[document] = (found.scores[document] ?? 0) + (common.scores[document] ?? 0);
      }
      evaluation.pool.give(common);
    }
    common = found;
  }
  return common ?? newFound(evaluation);
}

/** The rarest word leaves the least to look at for the others. */
function rarestFirst(wanted: readonly WantedWord[], { statistics }: Evaluation): readonly WantedWord[] {
  if (wanted.length < 2) return wanted;
  const cost = ({ word, match }: WantedWord): number => (match === 'exact' ? 0 : 100) - statistics.rarity(word);
  return [...wanted].sort((one, other) => cost(one) - cost(other));
}

function word(wanted: WantedWord, field: string | undefined, evaluation: Evaluation, within: Found | undefined): Found {
  const found = newFound(evaluation);
  const scoring = scoringFor(wanted.word, field, evaluation, within);
  expandWord(evaluation.segment, wanted, (number, nearness) => addTerm(found, scoring, number, nearness));
  return found;
}

function terms(
  query: Extract<Query, { readonly kind: 'wildcard' | 'fuzzy' }>,
  evaluation: Evaluation,
  within: Found | undefined,
): Found {
  const inside = inFields(query.field, evaluation);
  const { segment } = inside;
  const found = newFound(inside);
  const scoring = scoringFor(query.kind === 'fuzzy' ? query.word : query.pattern, query.field, inside, within);
  if (query.kind === 'wildcard') takeFitting(segment, query.pattern, (number) => addTerm(found, scoring, number, 3));
  else if (query.edits === 1) {
    expandWord(segment, { word: query.word, match: 'exact' }, (number) => addTerm(found, scoring, number, 5));
    takeTypos(segment, query.word, (number) => addTerm(found, scoring, number, 3));
  } else
    takeNearWords(segment, query.word, query.edits, (number, edits) =>
      addTerm(found, scoring, number, edits === 0 ? 5 : edits === 1 ? 3 : 1),
    );
  return found;
}
