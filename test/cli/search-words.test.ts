import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { queryOfWords } from '../../src/cli/search-words.ts';
import { parseQuery } from '../../src/domain/query-text.ts';
import { queryContext } from '../support/query-context.ts';

describe('words become a query', () => {
  test.each([
    [['bruch', 'klasse 7'], '+bruch +klasse +7'],
    [['Größe'], '+Größe'],
    [['Pop-up'], '+Pop-up'],
    [['bruch*'], '+bruch*'],
    [['-entwurf'], '+"-entwurf"'],
    [['cm:name'], '+"cm:name"'],
    [['@anna'], '+"@anna"'],
    [['AND', 'not'], '+"AND" +not'],
    [['sagt "ja"'], '+sagt +"\\"ja\\""'],
    [['a\\b'], '+"a\\\\b"'],
    [['x', '-', '…'], '+x'],
    [['?!'], ''],
    [[], ''],
  ])('%j', (words, query) => {
    expect(queryOfWords(words)).toBe(query);
  });

  test('whatever people type, the query language understands it', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 20 }), { maxLength: 5 }), (words) => {
        const query = queryOfWords(words);
        fc.pre(query !== '');
        parseQuery(query, queryContext);
      }),
      { numRuns: 2000 },
    );
  });
});
