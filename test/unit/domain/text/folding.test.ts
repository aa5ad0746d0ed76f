import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wordsOf } from '../../../../src/domain/text/folding.ts';
import { propertyRuns } from '../../../support/run-scope.ts';

describe('words', () => {
  test.each([
    ['Größe', 'GRÖSSE', 'GRÖẞE', 'grosse', 'groesse', 'Groeße'],
    ['Übung', 'Ubung', 'Uebung', 'UEBUNG', 'ÜBUNG'],
    ['Bäuerin', 'Baeuerin', 'Bauerin'],
    ['Häuser', 'Haeuser', 'hauser'],
    ['Bräuche', 'Braeuche', 'brauche'],
    ['Café', 'Cafe', 'CAFÉ'],
    ['Łódź', 'lodz'],
    ['ﬁnden', 'finden'],
    ['Ὀδυσσεύς', 'ὀδυσσεύσ'],
  ])('%s folds to the same word in all its spellings', (first, ...others) => {
    expect(wordsOf(first)).toHaveLength(1);
    for (const other of others) expect(wordsOf(other)).toEqual(wordsOf(first));
  });

  test.each(['bauer', 'neue', 'quelle', 'feuer', 'treue'])('%s stays as it is', (word) => {
    expect(wordsOf(word)).toEqual([word]);
  });

  test('OER is no transcribed umlaut, unlike words that only begin or end so', () => {
    expect(wordsOf('OER, oer_Liste OER-Material')).toEqual(['oer', 'oer', 'liste', 'oer', 'material']);
    expect(wordsOf('Oerter hoer')).toEqual(wordsOf('Örter hör'));
  });

  test.each([
    ['Größe', 'Masse'],
    ['Maße', 'Mase'],
    ['и', 'а'],
    ['が', 'か'],
  ])('%s and %s stay different', (left, right) => {
    expect(wordsOf(left)).not.toEqual(wordsOf(right));
  });

  test('are parted by everything but letters, digits and marks', () => {
    expect(wordsOf('Arbeitsblatt_Bruchrechnen-7a.pdf')).toEqual(['arbeitsblatt', 'bruchrechnen', '7a', 'pdf']);
    expect(wordsOf('ccm:io/Größe 2×3 🌻«x»')).toEqual(['ccm', 'io', 'grosse', '2', '3', 'x']);
    expect(wordsOf('')).toEqual([]);
    expect(wordsOf('– … 🌻 \0')).toEqual([]);
  });

  test('are joined over what is not seen inside a word', () => {
    expect(wordsOf('Photo\u00adsyn\u00adthese')).toEqual(['photosynthese']);
  });

  test('keep the vowels of scripts that write them as marks', () => {
    expect(wordsOf('किताब')).toEqual(['किताब'.normalize('NFKD')]);
  });

  test('are the same in both Unicode forms, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(wordsOf(text.normalize('NFD'))).toEqual(wordsOf(text.normalize('NFC')));
      }),
    );
  });

  test('are the same alone and in a text', () => {
    const letters = fc.constantFrom(...'aeiouyqnbt07ÄöX.-ß');
    fc.assert(
      fc.property(fc.string({ unit: letters, maxLength: 140 }), (text) => {
        expect(wordsOf(text)).toEqual(wordsOf(`– ${text} –`));
      }),
      { numRuns: propertyRuns(2_000) },
    );
    expect(wordsOf('bruecke')).toEqual(['brucke']);
  });

  test('are short, and have no sign in them, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        for (const word of wordsOf(text)) expect(word).toMatch(/^[\p{L}\p{N}\p{M}\ud800-\udbff]{1,128}$/u);
      }),
    );
    expect(wordsOf('x'.repeat(100_000))).toEqual(['x'.repeat(128)]);
  });
});
