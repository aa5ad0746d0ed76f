import type { Query } from '../../../domain/query/query.ts';
import { type QueryTerm, queryTerms } from '../../../domain/text/term-match.ts';
import type { Evaluation } from './evaluation.ts';
import { isWild } from './term-expansion.ts';

type Rarities = Pick<Evaluation, 'statistics'>;

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

/** Queries that all have to hold, in the order in which they are best asked. */
export function plannedOrder(queries: readonly Query[], rarities: Rarities): readonly Query[] {
  if (queries.length < 2) return queries;
  const cost = (query: Query): number => (costs[query.kind] ?? lateCosts[query.kind] ?? 3) * dearest;
  return queries
    .map((query) => ({ query, cost: cost(query) + costOfWords(wordsIn(query), rarities) }))
    .sort((one, other) => one.cost - other.cost)
    .map(({ query }) => query);
}

/** Words that all have to be there: the rarest one leaves the least to look at for the others. */
export function rarestFirst<Wanted extends QueryTerm>(words: readonly Wanted[], rarities: Rarities): readonly Wanted[] {
  if (words.length < 2) return words;
  return [...words].sort((one, other) => costOfWord(one, rarities) - costOfWord(other, rarities));
}

/** More than any word costs. */
const dearest = 1000;

/** A word that stands for others finds more than itself. */
const costOfWord = ({ word, match }: QueryTerm, { statistics }: Rarities): number =>
  (match === 'exact' ? 100 : 200) - statistics.rarity(word);

/** What looking for the first of them costs. */
const costOfWords = (words: readonly QueryTerm[], rarities: Rarities): number =>
  words.reduce((least, word) => Math.min(least, costOfWord(word, rarities)), words.length === 0 ? 0 : dearest);

function wordsIn(query: Query): readonly QueryTerm[] {
  if (query.kind === 'words') return queryTerms(query.text, query.match);
  return query.kind === 'phrase' ? query.words.map(phraseTerms) : [];
}

/** A word of a phrase as one that is looked for. */
export const phraseTerms = (pattern: string): QueryTerm => ({
  word: pattern,
  match: isWild.test(pattern) ? 'prefix' : 'exact',
});
