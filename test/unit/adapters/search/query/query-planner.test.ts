import { expect, test } from 'vitest';
import { phraseTerm, plannedOrder, rarestFirst } from '../../../../../src/adapters/search/query/query-planner.ts';
import type { Match, Query } from '../../../../../src/domain/query/query.ts';

const frequencies: Readonly<Record<string, number>> = { und: 5000, wald: 90, fichte: 7 };
const evaluation = {
  statistics: { idf: () => 1, frequency: (word: string) => frequencies[word] ?? 0 },
};

const words = (text: string, match: Match = 'exact'): Query => ({ kind: 'words', field: undefined, text, match });
const phrase = (...row: string[]): Query => ({ kind: 'phrase', field: undefined, words: row });

test('of words and phrases, what has the rarest word is asked first, and what stands for more words last', () => {
  const [common, rare, mixed] = [words('und'), words('Fichte'), words('und wald')];
  const [row, loose, open] = [phrase('und', 'wald'), words('fichte', 'loose'), phrase('w*', 'und*')];
  const order = [rare, mixed, row, common, open, loose];
  const ordered = plannedOrder([open, common, loose, mixed, row, rare], evaluation);
  expect(ordered).toEqual(order);
});

test('queries of other kinds follow, those that take away last', () => {
  const everything: Query = { kind: 'everything' };
  const not: Query = { kind: 'not', query: words('fichte') };
  const value: Query = { kind: 'value', field: 'cm:name', value: 'a' };
  const empty = words('!');
  const ordered = plannedOrder([not, everything, value, words('und'), words('und', 'loose'), empty], evaluation);
  expect(ordered).toEqual([empty, words('und'), words('und', 'loose'), value, everything, not]);
});

test('the words of a phrase are looked for from the rarest on, patterns last', () => {
  const row = ['und', 'fi*te', 'fichte', 'wald'].map(phraseTerm);
  expect(rarestFirst(row, evaluation).map(({ word }) => word)).toEqual(['fichte', 'wald', 'und', 'fi*te']);
});
