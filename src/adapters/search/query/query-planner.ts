import type { Query } from '../../../domain/query/query.ts';
import { type QueryTerm, queryTerms } from '../../../domain/query/term-match.ts';
import { isWild } from '../terms/wildcard-terms.ts';
import type { Evaluation } from './evaluation.ts';

type TermStatistics = Pick<Evaluation, 'statistics'>;

/** Queries that read every document come last, when few documents are left. */
const costs: Partial<Record<Query['kind'], number>> = {
  words: 0,
  phrase: 0,
  value: 1,
  fuzzy: 2,
  wildcard: 2,
  everything: 5,
};
const lateCosts: Partial<Record<Query['kind'], number>> = { below: 6, path: 6, not: 7 };

/** Orders queries that must all match by their cost. */
export function plannedOrder(queries: readonly Query[], evaluation: TermStatistics): readonly Query[] {
  if (queries.length < 2) return queries;
  const cost = (query: Query): number => (costs[query.kind] ?? lateCosts[query.kind] ?? 3) * maxWordCost;
  return queries
    .map((query) => ({ query, cost: cost(query) + minWordCost(wordsIn(query), evaluation) }))
    .sort((one, other) => one.cost - other.cost)
    .map(({ query }) => query);
}

/** Orders words that must all match, the rarest first: it leaves the fewest documents for the others. */
export function rarestFirst<Term extends QueryTerm>(
  words: readonly Term[],
  evaluation: TermStatistics,
): readonly Term[] {
  if (words.length < 2) return words;
  return [...words].sort((one, other) => wordCost(one, evaluation) - wordCost(other, evaluation));
}

/** More than the cost of any word, so that the kind of a query counts more than its words. */
const maxWordCost = 1000;

/** An expanded word matches more documents than its own term. */
const wordCost = ({ word, match }: QueryTerm, { statistics }: TermStatistics): number =>
  (match === 'exact' ? 100 : 200) + Math.log2(1 + statistics.frequency(word));

/** The cost of the cheapest word; 0 if there are no words. */
const minWordCost = (words: readonly QueryTerm[], evaluation: TermStatistics): number =>
  words.reduce((min, word) => Math.min(min, wordCost(word, evaluation)), words.length === 0 ? 0 : maxWordCost);

/** The words of a leaf of a query. All of them must match. */
export function wordsIn(query: Query): readonly QueryTerm[] {
  if (query.kind === 'words') return queryTerms(query);
  return query.kind === 'phrase' ? query.words.map(phraseTerm) : [];
}

export const phraseTerm = (pattern: string): QueryTerm => ({
  word: pattern,
  match: isWild.test(pattern) ? 'prefix' : 'exact',
});
