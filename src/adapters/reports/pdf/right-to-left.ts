import type { Piece, Word } from './text-measure.ts';

/** Hebrew, Arabic and related scripts. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe]/;

const readsLeftToRight = /[\p{L}\p{N}]/u;

export const isRightToLeft = (text: string): boolean => rightToLeft.test(text);

const textOf = (word: Word): string => word.map(({ text }) => text).join('');

const isNeutral = (word: Word): boolean => !readsLeftToRight.test(textOf(word));

/** Where the run of words from right to left ends that begins at `start`: behind its last word with letters. */
function endOfRun(words: readonly Word[], start: number): number {
  let end = start + 1;
  for (let index = end; index < words.length; index++) {
    const word = words[index] ?? [];
    if (isRightToLeft(textOf(word))) end = index + 1;
    else if (!isNeutral(word)) break;
  }
  return end;
}

/**
 * A run from its left to its right. Each word has the space behind it on its left. The space of the last one, which
 * would be at the left end, separates the run from what follows.
 */
function reversed(run: readonly Word[], spaceWidth: number): Piece[] {
  const pieces = run.toReversed().flatMap((word) => word.toReversed());
  const [first, ...others] = pieces;
  if (first === undefined || !first.text.endsWith(' ')) return pieces;
  const space = { ...first, text: ' ', width: spaceWidth };
  const word = { ...first, text: first.text.slice(0, -1), width: first.width - spaceWidth };
  return [word, ...others, space];
}

/**
 * The pieces of a line from left to right. Fonts set single words from right to left by themselves; here, words that
 * follow each other are reversed. Numbers and Latin words stay where they are.
 */
export function visualOrder(words: readonly Word[], spaceWidth: number): Piece[] {
  if (!words.some((word) => isRightToLeft(textOf(word)))) return words.flat();
  const pieces: Piece[] = [];
  for (let index = 0; index < words.length; ) {
    const word = words[index] ?? [];
    const end = isRightToLeft(textOf(word)) ? endOfRun(words, index) : index + 1;
    pieces.push(
      ...(end === index + 1 && !isRightToLeft(textOf(word)) ? word : reversed(words.slice(index, end), spaceWidth)),
    );
    index = end;
  }
  return pieces;
}
