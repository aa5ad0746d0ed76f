import type { Nearness, WantedWord } from '../../../domain/text/term-match.ts';
import type { Segment } from '../segment/segment.ts';
import { numberOfWord } from '../segment/terms.ts';
import type { Pieces } from '../writer/cooperative-tasks.ts';
import { expandWord, takeNearWords, takeTypos } from './term-expansion.ts';

/** Words of a segment that are near one that is looked for. The same one may come again, farther away. */
export interface NearWords {
  readonly words: readonly number[];
  /** How near each of them is. */
  readonly nearness: readonly Nearness[];
}

/** The words that a wanted one finds, the nearest first. */
export function foundWords(segment: Segment, wanted: WantedWord): NearWords {
  const near = noWords();
  expandWord(segment, wanted, near.take);
  return near;
}

/** Words that all are as near. */
export const equallyNear = (words: readonly number[], nearness: Nearness): NearWords => ({
  words,
  nearness: words.map(() => nearness),
});

/** The words that are made of one by so many edits at most. */
export function* editedWords(segment: Segment, word: string, edits: 1 | 2): Pieces<NearWords> {
  const near = noWords();
  if (edits === 2) yield* takeNearWords(segment, word, 2, (number, made) => near.take(number, nearnessOf(made)));
  else {
    const same = numberOfWord(segment, word);
    if (same >= 0) near.take(same, 5);
    takeTypos(segment, word, (number) => near.take(number, 3));
  }
  return near;
}

const nearnessOf = (edits: number): Nearness => (edits === 0 ? 5 : edits === 1 ? 3 : 1);

function noWords() {
  const words: number[] = [];
  const nearness: Nearness[] = [];
  const take = (word: number, how: Nearness): void => {
    words.push(word);
    nearness.push(how);
  };
  return { words, nearness, take };
}
