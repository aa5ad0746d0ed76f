import { describe, expect, test } from 'vitest';
import { partsOf, type Query } from '../../../../src/domain/query/query.ts';
import { synonymsIn, withSynonyms } from '../../../../src/domain/query/synonyms.ts';
import { matchQuality, queryTerms } from '../../../../src/domain/query/term-match.ts';

const entry = (key: string, ...names: string[]) => ({ key, synonyms: new Map([['de', names]]) });

describe('the words of a list', () => {
  test('all names of an entry mean the same, in all languages, without case and accents', () => {
    const worksheet = { ...entry('x', 'AB', 'Übungsblatt'), caption: new Map([['en', 'worksheet']]) };
    expect([...synonymsIn([worksheet])]).toEqual([
      ['worksheet', ['ab', 'ubungsblatt']],
      ['ab', ['worksheet', 'ubungsblatt']],
      ['ubungsblatt', ['worksheet', 'ab']],
    ]);
  });

  test('a word of two entries has the synonyms of both', () => {
    expect(synonymsIn([entry('1', 'KA', 'Klassenarbeit'), entry('2', 'KA', 'Kanton')]).get('ka')).toEqual([
      'klassenarbeit',
      'kanton',
    ]);
  });

  test('names of several words and empty ones are left out', () => {
    expect(synonymsIn([entry('1', 'LB', 'Lern-Bereich', '–', 'LB')]).get('lb')).toEqual([]);
  });

  test('a long entry is cut, so that no search takes longer than others', () => {
    const names = Array.from({ length: 500 }, (_, at) => `w${at}`);
    const synonyms = synonymsIn([entry('1', ...names)]);
    expect([synonyms.size, synonyms.get('w0')?.length]).toEqual([12, 11]);
  });
});

describe('the words of a query', () => {
  const synonyms = new Map([['ab', ['arbeitsblatt']]]);
  const words = (text: string, match: 'loose' | 'exact' = 'loose'): Query => ({
    kind: 'words',
    field: undefined,
    text,
    match,
  });

  test('an abbreviation of two letters is looked for in names and titles', () => {
    const abbreviated = new Map([['arbeitsblatt', ['ab', 'worksheet']]]);
    const named = (field: string): Query => ({ kind: 'words', field, text: 'ab', match: 'exact' });
    expect(withSynonyms(words('Arbeitsblatt'), abbreviated)).toEqual({
      kind: 'any',
      of: [{ ...words('Arbeitsblatt'), synonyms: ['worksheet'] }, named('name'), named('title')],
    });
    const titled: Query = { kind: 'words', field: 'title', text: 'Arbeitsblatt', match: 'loose' };
    expect(withSynonyms(titled, abbreviated)).toEqual({ ...titled, synonyms: ['ab', 'worksheet'] });
  });

  test('a loose word has synonyms, wherever it is', () => {
    const query: Query = { kind: 'all', of: [words('AB'), { kind: 'not', query: words('bruch') }] };
    const [first] = partsOf(withSynonyms(query, synonyms));
    expect(first).toEqual({ ...words('AB'), synonyms: ['arbeitsblatt'] });
  });

  test.each([words('AB', 'exact'), words('AB 7'), words('Arbeitsblatt')])('%j has none', (query) => {
    expect(withSynonyms(query, synonyms)).toEqual(query);
  });
});

test.each([
  ['ab', 5],
  ['arbeitsblatt', 4],
  ['arbeitsblatter', 4],
  ['abend', 3],
  ['arbeitsblatthalter', 0],
  ['ag', 4],
  ['agen', 0],
])('%s matches ab, with the synonyms Arbeitsblatt and AG, with quality %i', (term, quality) => {
  const [query] = queryTerms({ text: 'AB', match: 'loose', synonyms: ['arbeitsblatt', 'ag'] });
  expect(query && matchQuality(term, query)).toBe(quality);
});
