import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isOneTypoApart, nearness, swapsOf, wantedWords } from '../../../src/domain/word-match.ts';

describe('a word with a typo', () => {
  test.each([
    ['photosynthese', 'fotosynthese', false],
    ['bruch', 'brüch', true],
    ['bruch', 'bruc', true],
    ['bruch', 'bruchh', true],
    ['bruch', 'rbuch', true],
    ['bruch', 'brcuh', true],
    ['bruch', 'brhcu', false],
    ['bruch', 'bruch', false],
    ['bruch', 'bru', false],
  ])('%s and %s: one typo apart is %s', (left, right, expected) => {
    expect(isOneTypoApart(left, right)).toBe(expected);
    expect(isOneTypoApart(right, left)).toBe(expected);
  });

  test('is any word with one letter changed, taken away or swapped', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[abc]{1,8}$/),
        fc.nat(),
        fc.constantFrom('a', 'b', 'x'),
        (word, place, letter) => {
          const at = place % word.length;
          const variants = [word.slice(0, at) + letter + word.slice(at + 1), word.slice(0, at) + word.slice(at + 1)];
          for (const variant of [...variants, ...swapsOf(word)]) {
            expect(isOneTypoApart(word, variant)).toBe(variant !== word);
          }
        },
      ),
    );
  });
});

describe('how near a word is', () => {
  test('goes down from the same word over a beginning to a typo', () => {
    const [wanted] = wantedWords('bruch', 'loose');
    if (wanted === undefined) throw new Error('no word');
    expect(['bruch', 'bruchrechnung', 'bruhc', 'buch', 'apfel'].map((word) => nearness(word, wanted))).toEqual([
      3, 2, 1, 1, 0,
    ]);
  });

  test('knows no typo in words of three letters', () => {
    expect(wantedWords('rot', 'loose').map((wanted) => nearness('not', wanted))).toEqual([0]);
  });

  test('takes only the last word of a prefix text for a beginning', () => {
    expect(wantedWords('Klasse Bru', 'prefix')).toEqual([
      { word: 'klasse', match: 'exact' },
      { word: 'bru', match: 'prefix' },
    ]);
  });
});
