import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { growingNumbers } from '../../../../../src/adapters/search/codec/int-buffer.ts';
import {
  createTermDictionary,
  type TermDictionary,
} from '../../../../../src/adapters/search/writer/term-dictionary.ts';
import { wordsOf } from '../../../../../src/domain/text/folding.ts';
import { propertyRuns } from '../../../../support/run-scope.ts';

function wordsRead(vocabulary: TermDictionary, text: string): (string | undefined)[] {
  const numbers = growingNumbers(1);
  vocabulary.read(text, numbers);
  return [...numbers.numbers.subarray(0, numbers.length)].map((number) => vocabulary.terms[number]);
}

/** Letters that are folded, parted at, joined, or not seen at all. */
const telling = fc.constantFrom(
  ...'aeouäöüß ÄÖÜ-_.:;7´¼ªºµ\u00ad\u0308\u0301\u0338\u200d\ufeffＡﬁŁŊǅ\u024f\u0250Σς数学😀\ud83d',
);
const text = fc.oneof(fc.string({ unit: telling }), fc.string({ unit: 'binary' }));

describe('a vocabulary', () => {
  test('reads the same words as folding finds, when it meets them first and when it knows them', () => {
    const vocabulary = createTermDictionary();
    fc.assert(
      fc.property(text, (one) => {
        expect(wordsRead(vocabulary, one)).toEqual(wordsOf(one));
        expect(wordsRead(vocabulary, `${one} ${one}`)).toEqual([...wordsOf(one), ...wordsOf(one)]);
      }),
      { numRuns: propertyRuns(3000) },
    );
    expect(new Set(vocabulary.terms).size).toBe(vocabulary.terms.length);
  });

  test('keeps a word once, however it is written', () => {
    const vocabulary = createTermDictionary();
    wordsRead(vocabulary, 'Größe GRÖSSE grosse Groesse gro\u0308sse Grö\u00adße');
    expect(vocabulary.terms).toEqual(['grosse']);
  });

  test('knows what is written long, of several words, or of none', () => {
    const vocabulary = createTermDictionary();
    const long = `ä${'x'.repeat(300)}`;
    for (let time = 0; time < 3; time += 1) {
      expect(wordsRead(vocabulary, `${long} a–b \u0301 –`)).toEqual([...wordsOf(long), 'a', 'b']);
    }
  });

  test('puts words in order, few or many, new or known', () => {
    const vocabulary = createTermDictionary();
    for (const count of [10, 3000, 3500, 20, 9000]) {
      const numbers = growingNumbers();
      for (let at = 0; at < count; at += 1) vocabulary.read(`w${(at * 7919) % 10_007} ä${at} 数${at % 50}`, numbers);
      const distinct = Uint32Array.from(new Set(numbers.numbers.subarray(0, numbers.length)));
      const inOrder = [...distinct].map((number) => vocabulary.terms[number] ?? '').sort();
      vocabulary.sort(distinct);
      expect([...distinct].map((number) => vocabulary.terms[number])).toEqual(inOrder);
    }
  });

  test('says when it is full, and goes on nevertheless', () => {
    const vocabulary = createTermDictionary();
    for (let at = 0; !vocabulary.isFull; at += 1) wordsRead(vocabulary, `n${at}`);
    expect(wordsRead(vocabulary, 'Etwas Neues n17')).toEqual(wordsOf('Etwas Neues n17'));
  });
});
