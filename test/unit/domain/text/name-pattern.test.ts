import { describe, expect, test } from 'vitest';
import { nameMatch } from '../../../../src/domain/text/name-pattern.ts';

const cases: readonly (readonly [pattern: string, text: string, found: boolean])[] = [
  ['', 'Anna', true],
  ['', '', true],
  ['*', 'Anna', true],
  ['**', '', true],
  ['nn', 'Anna', true],
  ['ANNA', 'anna', true],
  ['a*a', 'anna', true],
  ['n*n*n', 'anna', false],
  ['an*', 'Johanna', true],
  ['müller', 'Mueller', true],
  ['Mueller', 'MÜLLER', true],
  ['Muller', 'Müller', true],
  ['mue', 'Müller', true],
  ['oethe', 'Goethe', true],
  ['ethe', 'Goethe', true],
  ['weiss', 'Weiß', true],
  ['Jörg', 'Jo\u0308rg', true],
  ['é', 'René', true],
  ['bauer', 'Bauer', true],
  ['a.b', 'axb', false],
  ['a.b', 'a.b@schule.example', true],
  ['(', 'a(b', true],
  ['李', '李雷', true],
  ['ann', 'Ana', false],
  ['x', '', false],
];

describe('a pattern for names', () => {
  test.each(cases)('«%s» in «%s»: %s', (pattern, text, found) => {
    expect(nameMatch(pattern)(text)).toBe(found);
  });

  test('is looked for in each of several texts, never across two of them', () => {
    const match = nameMatch('ab');
    expect(match('x', 'cab')).toBe(true);
    expect(match('a', 'b')).toBe(false);
    expect(match()).toBe(false);
  });

  test('of a thousand stars is as quick as one', () => {
    expect(nameMatch('*a'.repeat(500))('a'.repeat(499))).toBe(false);
    expect(nameMatch('*a'.repeat(500))('a'.repeat(500))).toBe(true);
  });
});
