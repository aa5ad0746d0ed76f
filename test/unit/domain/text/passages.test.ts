import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Passage, passagesOf } from '../../../../src/domain/text/passages.ts';

const looksFor = (...words: readonly string[]) => ({
  which(word: string): number | undefined {
    const at = words.indexOf(word.toLowerCase());
    return at < 0 ? undefined : at;
  },
  // The later a word, the more it tells.
  weightOf: (which: number) => 1 + which / 10,
});

const written = (passage: Passage): string => passage.map(({ text, found }) => (found ? `[${text}]` : text)).join('');

const passages = (text: string, ...words: readonly string[]): readonly string[] =>
  passagesOf(text, looksFor(...words), 3).map(written);

const filler = (count: number): string => 'Lorem ipsum dolor sit amet. '.repeat(count);

describe('passages', () => {
  test('a short text is whole, on one line', () => {
    expect(passages('  Der\n\t Bruch\u0000 und\u00a0der Nenner ', 'bruch')).toEqual(['Der [Bruch] und der Nenner']);
  });

  test('begin with a sentence and end with a word', () => {
    const [passage = ''] = passages(`${filler(9)}Hier steht der Bruch. ${filler(9)}`, 'bruch');
    expect(passage).toMatch(/^…Lorem ipsum dolor sit amet. Hier steht der \[Bruch\]\. Lorem .*[a-z.]…$/u);
    expect(passage.length).toBeLessThan(210);
  });

  test('are without the marks of Markdown', () => {
    const text =
      '# Blatt ##\n\n- der **Bruch** und `Nenner`\n> a - b\n\n| Zahl | Teil |\n|---|---|\n| 1 | C# |\n____\nsnake_case';
    expect(passages(text, 'bruch')).toEqual(['…der [Bruch] und Nenner a - b Zahl Teil 1 C# snake_case']);
  });

  test('have the most different words', () => {
    const text = `${filler(20)}bruch bruch bruch. ${filler(20)}bruch und nenner. ${filler(20)}`;
    const [first] = passagesOf(text, looksFor('bruch', 'nenner'), 1).map(written);
    expect(first).toContain('[bruch] und [nenner]');
  });

  test('begin with the one whose words tell most', () => {
    const text = `${filler(20)}die klasse. ${filler(20)}das tagebuch. ${filler(20)}die klasse. ${filler(20)}`;
    expect(passages(text, 'klasse', 'tagebuch').map((one) => /\[\w+\]/u.exec(one)?.[0])).toEqual([
      '[tagebuch]',
      '[klasse]',
      '[klasse]',
    ]);
  });

  test('are found behind many places of another word', () => {
    const text = `${'klasse '.repeat(1_000)}${filler(20)}das tagebuch.`;
    expect(passages(text, 'klasse', 'tagebuch')[0]).toContain('[tagebuch]');
  });

  test('with the same words are in the order of the text, and at most as many as wanted', () => {
    const text = [1, 2, 3, 4, 5].map((number) => `${filler(20)}bruch ${number}. `).join('');
    expect(passages(text, 'bruch').map((one) => /\[bruch\] \d/u.exec(one)?.[0])).toEqual([
      '[bruch] 1',
      '[bruch] 2',
      '[bruch] 3',
    ]);
  });

  test('there are none without a word, and none for encoded data', () => {
    expect(passages('Der Nenner', 'bruch')).toEqual([]);
    expect(passagesOf('a'.repeat(100_000), { which: () => 0, weightOf: () => 1 }, 3)).toEqual([]);
  });

  test('of any text are pieces of it, short and well formed', () => {
    const text = fc.array(
      fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('bruch', ' ', '. ', 'x'.repeat(99))),
      {
        maxLength: 60,
      },
    );
    fc.assert(
      fc.property(text, (pieces) => {
        const whole = pieces.join('');
        const found = passagesOf(whole, looksFor('bruch'), 3);
        for (const passage of found) {
          expect(passage.some((part) => part.found)).toBe(true);
          for (const part of passage) {
            if (part.found) expect(part.text.toLowerCase()).toBe('bruch');
            expect(part.text).toBe(part.text.toWellFormed());
          }
          expect(passage.reduce((sum, part) => sum + part.text.length, 0)).toBeLessThan(400);
        }
        expect(found.length === 0).toBe(
          !(whole.match(/[\p{L}\p{N}\p{M}\u00ad]+/gu) ?? []).some((one) => one.toLowerCase() === 'bruch'),
        );
      }),
    );
  });
});
