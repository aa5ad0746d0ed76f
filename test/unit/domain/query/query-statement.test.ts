import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  defaultStatement,
  escapedValue,
  filledStatement,
  isAnything,
} from '../../../../src/domain/query/query-statement.ts';

describe('a value in a statement', () => {
  test.each([
    ['Brüche', 'Brüche'],
    ['a b', 'a\\ b'],
    ['"', '\\"'],
    ['\\', '\\\\'],
    ['a*', 'a\\*'],
    ['AND', '\\AND'],
    ['and', 'and'],
    ['TO', '\\TO'],
    ['https://w3id.org/x/1', 'https\\:\\/\\/w3id\\.org\\/x\\/1'],
    ['', ''],
  ])('%j is written %j', (value, written) => {
    expect(escapedValue(value)).toBe(written);
  });

  test('a backslash in front of whatever has one gives the value back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        expect(escapedValue(value).replace(/\\([\s\S])/gu, '$1')).toBe(value);
      }),
    );
  });

  test('stands at every place, as it is, whatever it looks like', () => {
    expect(filledStatement('a:"${value}" OR b:"*${value}*"', '$&')).toBe('a:"\\$\\&" OR b:"*\\$\\&*"');
    expect(filledStatement('a:"${value}"', '${value}')).toBe('a:"\\$\\{value\\}"');
    expect(filledStatement('a:"x"', 'y')).toBe('a:"x"');
    expect(filledStatement('a:${value}', 'x*', false)).toBe('a:x*');
  });

  test('is looked for in the property where a criterion says nothing, and word by word where that is none', () => {
    expect(defaultStatement('cclom:title')).toBe('@cclom\\:title:"${value}"');
    expect(defaultStatement('ngsearchword')).toBe('WORDS:"${value}"');
  });
});

test('nothing, and the sign for any letters, keep nothing out', () => {
  expect(['', ' ', '*', ' * '].map(isAnything)).toEqual([true, true, true, true]);
  expect(['a', '?', 'a*'].map(isAnything)).toEqual([false, false, false]);
});
