import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RepositoryError } from '../../../src/base/errors.ts';
import type { Match, Query } from '../../../src/domain/query.ts';
import { parseQuery } from '../../../src/domain/query-text.ts';

const words = (text: string, match: Match = 'loose', field?: string): Query => ({ kind: 'words', field, text, match });
const exact = (field: string, text: string): Query => words(text, 'exact', field);
const all = (...of: Query[]): Query => ({ kind: 'all', of });
const any = (...of: Query[]): Query => ({ kind: 'any', of });
const not = (query: Query): Query => ({ kind: 'not', query });
const everything: Query = { kind: 'everything' };
const [a, b, c] = [words('a'), words('b'), words('c')];

function refusal(text: string): RepositoryError {
  try {
    parseQuery(text);
  } catch (error) {
    if (error instanceof RepositoryError) return error;
    throw error;
  }
  throw new Error(`«${text}» was understood`);
}

describe('terms', () => {
  test.each<[string, Query]>([
    ['Photosynthese', words('Photosynthese')],
    ['Arbeitsblatt-7a.pdf', words('Arbeitsblatt-7a.pdf')],
    ['Bruch*', words('Bruch', 'prefix')],
    ['C++', words('C++')],
    ['"Brüche kürzen"', words('Brüche kürzen', 'exact')],
    ['"was ist das? [*]"', words('was ist das? [*]', 'exact')],
    ['"sag \\"ja\\""', words('sag "ja"', 'exact')],
    ['\\+eins\\*', words('+eins*')],
    ['\\AND', words('AND')],
    ['and', words('and')],
    ['*:*', everything],
    ['title:Wald', exact('title', 'Wald')],
    ['keyword:Wald', exact('keywords', 'Wald')],
    ['keywords:Wald', exact('keywords', 'Wald')],
    ['TEXT:"Wald und Wiese"', exact('text', 'Wald und Wiese')],
    ['cm:name:Wald', exact('cm:name', 'Wald')],
    ['cm\\:name:Wald', exact('cm:name', 'Wald')],
    ['@cm\\:name:"Wald 7"', exact('cm:name', 'Wald 7')],
    ['@cm:name:Wald', exact('cm:name', 'Wald')],
    ['@name:title:Wald', exact('name:title', 'Wald')],
    ['cclom:title:Wal*', words('Wal', 'prefix', 'cclom:title')],
    ['cclom:title:"der Wal*"', words('der Wal', 'prefix', 'cclom:title')],
    ['cclom:title:"Wal\\*"', exact('cclom:title', 'Wal*')],
    ['cm:created:2024-05-01T10:00', exact('cm:created', '2024-05-01T10:00')],
    ['cm:name:a\\ b', exact('cm:name', 'a b')],
  ])('%s', (text, query) => {
    expect(parseQuery(text)).toEqual(query);
  });
});

describe('clauses', () => {
  test.each<[string, Query]>([
    ['a b', any(a, b)],
    ['a OR b', any(a, b)],
    ['a AND b', all(a, b)],
    ['a AND b OR c', any(all(a, b), c)],
    ['a b AND c', any(a, all(b, c))],
    ['a AND (b OR c)', all(a, any(b, c))],
    ['(((a)))', a],
    ['a – b', any(a, b)],
    ['a - b', any(a, b)],
    ['a AND – b', any(a, b)],
    ['+a', a],
    ['+a +b', all(a, b)],
    ['+a b', { kind: 'preferring', query: a, preferred: [b] }],
    ['-a', all(everything, not(a))],
    ['NOT a', all(everything, not(a))],
    ['a -b', all(a, not(b))],
    ['a NOT b', all(a, not(b))],
    ['a AND NOT b', all(a, not(b))],
    ['a OR NOT b', any(a, not(b))],
    ['NOT a OR b', any(not(a), b)],
    ['a b -c', all(any(a, b), not(c))],
    ['+a -(b c)', all(a, not(any(b, c)))],
    ['*:* -a', all(everything, not(a))],
    ['title:x a', any(exact('title', 'x'), a)],
    ['a"b"', any(a, words('b', 'exact'))],
    ['\ta\n b ', any(a, b)],
  ])('%s', (text, query) => {
    expect(parseQuery(text)).toEqual(query);
  });
});

describe('what is not understood', () => {
  test.each<[string, number, string]>([
    ['a AND', 6, 'the query ends'],
    ['AND a', 1, '«AND»'],
    ['a OR', 5, 'the query ends'],
    ['a AND OR b', 7, '«OR»'],
    ['NOT', 4, 'the query ends'],
    ['NOT NOT a', 5, '«NOT»'],
    ['--a', 2, '«-»'],
    ['(a', 1, 'never closed'],
    ['a)', 2, 'no opening parenthesis'],
    ['a ()', 4, 'empty'],
    ['"a', 1, 'never closed'],
    ['a\\', 2, 'backslash'],
    ['cm:created:[2020 TO 2024]', 12, 'ranges'],
    ['{a', 1, 'ranges'],
    ['@{http://x}name:a', 2, 'long property names'],
    ['grün~', 5, 'fuzzy'],
    ['"a b"~2', 6, 'fuzzy'],
    ['a^2', 2, 'boosts'],
    ['gr?n', 3, '?'],
    ['*ung', 1, 'end of a word'],
    ['a*b', 2, 'end of a word'],
    ['*', 1, '*:*'],
    ['cm:name:*', 9, 'no letter or digit'],
    ['cm:name:"*x*"', 10, 'wildcards'],
    ['cm:name:"–"', 9, 'no letter or digit'],
    ['cm:name:""', 9, 'no letter or digit'],
    ['cm:name:', 9, 'missing'],
    ['cm:name: x', 9, 'missing'],
    ['title:(a b)', 7, 'parentheses behind a field'],
    ['TYPE:"ccm:io"', 1, 'names no field'],
    ['🌻 thema:x', 3, 'names no field'],
    [':a', 1, 'names no field'],
    ['@cm\\:name', 2, 'no value'],
    ['a && b', 3, 'AND'],
    ['a || b', 3, 'OR'],
    ['!a', 1, 'NOT'],
    ['/a+/', 1, 'regular expressions'],
  ])('%s: refused at character %i', (text, position, reason) => {
    const error = refusal(text);
    expect(error.code).toBe('BadRequest');
    expect(error.details).toEqual({ position });
    expect(error.message).toContain(`at character ${position}: `);
    expect(error.message).toContain(reason);
    expect(error.message).toContain('Understood are');
  });

  test.each(['', ' \t', '–', '🌻', '-', '(–)', '"…"'])('«%s» is refused as empty', (text) => {
    expect(refusal(text)).toMatchObject({ code: 'BadRequest', message: expect.stringContaining('empty') });
  });
});

describe('limits', () => {
  test('4096 bytes are read, one more is refused', () => {
    expect(parseQuery('ä'.repeat(2048))).toEqual(words('ä'.repeat(2048)));
    expect(refusal(`${'ä'.repeat(2048)}b`).message).toContain('4097 bytes');
  });

  test('50 parentheses in each other are read, 51 are refused', () => {
    const nested = (depth: number): string => `${'('.repeat(depth)}a${')'.repeat(depth)}`;
    expect(parseQuery(nested(50))).toEqual(a);
    expect(refusal(nested(51)).details).toEqual({ position: 51 });
  });

  test('200 words are read, 201 are refused, also inside one phrase', () => {
    expect(parseQuery('a '.repeat(200))).toMatchObject({ kind: 'any' });
    expect(refusal('a '.repeat(201)).message).toContain('more than 200 words');
    expect(refusal(`"${'a '.repeat(201)}"`).message).toContain('more than 200 words');
  });
});

describe('any text', () => {
  const piece = fc.constantFrom(
    ...[
      'a',
      'größe',
      '7',
      ' ',
      ' ',
      '"',
      '(',
      ')',
      '+',
      '-',
      'AND',
      'OR',
      'NOT',
      ' AND ',
      ' OR ',
      ':',
      'cm:',
      'cm\\:name:',
      '@',
    ],
    ...['*', '*:*', '\\', '–', '[', ']', '~', '^', '?', '!', '&&', '/', 'title:', '🌻', '\ud83c', '\0', '\u0308'],
  );

  test('is read, or refused with a place inside it', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(piece, { maxLength: 30 }).map((all) => all.join('')),
          fc.string({ unit: 'binary' }),
        ),
        (text) => {
          try {
            parseQuery(text);
          } catch (error) {
            if (!(error instanceof RepositoryError)) throw error;
            expect(error.code).toBe('BadRequest');
            expect(error.details?.['position']).toBeGreaterThanOrEqual(1);
            expect(error.details?.['position']).toBeLessThanOrEqual([...text].length + 1);
          }
        },
      ),
      { numRuns: 3000 },
    );
  });

  test('in quotation marks is a phrase', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const quoted = `"a${text.replace(/["\\]/g, '\\$&')}"`;
        expect(parseQuery(quoted)).toEqual(words(`a${text}`, 'exact'));
      }),
    );
  });
});
