import { describe, expect, test } from 'vitest';
import { nearestOf, similarOf } from '../../../src/base/nearest.ts';

const known = ['server.port', 'server.host', 'mail.from'];

describe('the word that was meant', () => {
  test.each([
    ['server.prot', 'server.port'],
    ['servr.host', 'server.host'],
    ['mail.form', 'mail.from'],
    ['coffee', undefined],
    ['x', undefined],
    ['', undefined],
    ['server.port'.repeat(50), undefined],
  ])('%s: %s', (text, expected) => {
    expect(similarOf(known, text)).toBe(expected);
  });

  test('is none where nothing is known, and the nearest one otherwise', () => {
    expect(similarOf([], 'abc')).toBeUndefined();
    expect([nearestOf([], 'abc'), nearestOf(known, 'coffee')]).toEqual(['', expect.any(String)]);
  });
});
