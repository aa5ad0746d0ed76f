import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  differsByOneTypo,
  fitsPattern,
  matchQuality,
  queryTerms,
  swapsOf,
} from '../../../../src/domain/query/term-match.ts';
import { wordsOf } from '../../../../src/domain/text/folding.ts';
import { propertyRuns } from '../../../support/run-scope.ts';

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
    expect(differsByOneTypo(left, right)).toBe(expected);
    expect(differsByOneTypo(right, left)).toBe(expected);
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
            expect(differsByOneTypo(word, variant)).toBe(variant !== word);
          }
        },
      ),
    );
  });
});

describe('a pattern', () => {
  test.each([
    ['bruch', 'bruch', true],
    ['bruch', 'br*h', true],
    ['bruch', '*', true],
    ['bruch', '**ruch**', true],
    ['bruch', 'b?u?h', true],
    ['bruch', '?????', true],
    ['bruch', '?????*', true],
    ['bruch', '??????', false],
    ['bruch', 'bruc', false],
    ['bruch', 'ruch', false],
    ['bruchbruch', '*bruch', true],
    ['bruchbruc', '*bruch', false],
    ['b.uch', 'b.u*', true],
    ['bruch', 'b.u*', false],
    ['', '*', true],
    ['', '?', false],
  ])('%s fits %s: %s', (word, pattern, expected) => {
    expect(fitsPattern(word, pattern)).toBe(expected);
  });

  test('is what a regular expression of it is', () => {
    const letters = (signs: string) =>
      fc.array(fc.constantFrom(...signs), { maxLength: 8 }).map((list) => list.join(''));
    fc.assert(
      fc.property(letters('ab'), letters('ab*?'), (word, pattern) => {
        const expression = new RegExp(`^${pattern.replaceAll('*', '.*').replaceAll('?', '.')}$`);
        expect(fitsPattern(word, pattern)).toBe(expression.test(word));
      }),
      { numRuns: propertyRuns(2000) },
    );
  });

  test('of a hundred stars is looked at no longer than any other', () => {
    expect(fitsPattern('a'.repeat(2000), `${'*a'.repeat(100)}*b`)).toBe(false);
  });
});

describe('how near a word is', () => {
  test.each([
    ['bruch', 'bruch', 5],
    ['brüche', 'bruch', 4],
    ['bruchs', 'bruch', 4],
    ['bruchrechnung', 'bruch', 3],
    ['einbruch', 'bruch', 2],
    ['abbruch', 'bruch', 0],
    ['bruhc', 'bruch', 1],
    ['buch', 'bruch', 0],
    ['bauch', 'brauch', 1],
    ['apfel', 'bruch', 0],
    ['gleichungssystem', 'gleichungen', 3],
    ['bruchrechnung', 'brüche', 3],
    ['experimentell', 'Experimente', 3],
    ['bruchgleichung', 'gleichungen', 2],
    ['bruchgleichungen', 'gleichung', 2],
    ['abbrüche', 'brüche', 0],
    // Too short a stem, and more than an inflection.
    ['bildung', 'bilder', 0],
    ['formular', 'formen', 0],
    ['wahrscheinlich', 'wahrscheinlichkeit', 4],
    ['verkehrsregel', 'verkehrt', 0],
    // A longer number is another number.
    ['7a', '7', 3],
    ['75', '7', 0],
    ['7er', '7', 3],
    ['7c05f8a24766', '7', 0],
    ['klasse75', 'klasse7', 0],
    ['klasse7b', 'klasse7', 3],
    ['2024er', '2024', 3],
  ])('%s is to %s: %i', (found, text, expected) => {
    expect(
      queryTerms({ text, match: 'loose' }).map((wanted) => matchQuality(wordsOf(found).join(' '), wanted)),
    ).toEqual([expected]);
  });

  test.each([
    ['geographie', 'geografie', 4],
    ['geografie', 'geographie', 4],
    ['photosynthese', 'fotosynthese', 4],
    ['delfin', 'delphinarium', 3],
    ['graphik', 'vektorgrafik', 2],
    ['graphiken', 'grafik', 4],
    ['fach', 'phach', 0],
  ])('%s finds %s in the other spelling: %i', (word, term, expected) => {
    expect(matchQuality(term, { word, match: 'loose' })).toBe(expected);
    expect(matchQuality(term, { word, match: 'exact' })).toBe(0);
    expect(matchQuality(term, { word, match: 'prefix' })).toBe(0);
  });

  test.each([
    ['lösungen', 5],
    ['lösung', 4],
    ['lösungsentwurf', 0],
    ['teillösung', 0],
    ['lösumgen', 0],
  ])('only the same stem, if that is asked for: %s is to lösungen: %i', (term, expected) => {
    const [found = ''] = wordsOf(term);
    const [wanted] = queryTerms({ text: 'lösungen', match: 'stem' });
    expect(wanted && matchQuality(found, wanted)).toBe(expected);
  });

  test('a number that is being typed may become a longer one', () => {
    expect(matchQuality('1990', { word: '199', match: 'prefix' })).toBe(3);
    expect(matchQuality('1990', { word: '199', match: 'loose' })).toBe(0);
  });

  test('knows no typo that leaves four letters', () => {
    expect(matchQuality('aben', { word: 'abend', match: 'loose' })).toBe(0);
    expect(matchQuality('amend', { word: 'abend', match: 'loose' })).toBe(1);
    expect(matchQuality('abende', { word: 'abend', match: 'loose' })).toBeGreaterThan(1);
  });

  test.each([
    ['rot', 'not'],
    ['word', 'wird'],
  ])('knows no typo in words of three or four letters: %s is not %s', (word, other) => {
    expect(matchQuality(other, { word, match: 'loose' })).toBe(0);
  });

  test.each(['klasse8', 'klasse', 'kl4sse7'])('knows no typo in words with digits: %s is not klasse7', (found) => {
    expect(queryTerms({ text: 'klasse7', match: 'loose' }).map((wanted) => matchQuality(found, wanted))).toEqual([0]);
  });

  test('takes only the last word of a prefix text for a beginning', () => {
    expect(queryTerms({ text: 'Klasse Bru', match: 'prefix' })).toEqual([
      { word: 'klasse', match: 'exact' },
      { word: 'bru', match: 'prefix' },
    ]);
  });
});
