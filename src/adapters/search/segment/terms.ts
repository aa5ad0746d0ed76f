import { firstPosition } from '../../../base/first-position.ts';
import type { Segment } from './segment.ts';

type TermTable = Pick<Segment, 'words' | 'wordStarts'>;

export const termCount = ({ wordStarts }: TermTable): number => wordStarts.length - 1;

export const termAt = ({ words, wordStarts }: TermTable, number: number): string =>
  words.slice(wordStarts[number], (wordStarts[number + 1] ?? 1) - 1);

/** The length of the term with this number, in UTF-16 code units. */
export const termLength = ({ wordStarts }: TermTable, number: number): number =>
  (wordStarts[number + 1] ?? 1) - 1 - (wordStarts[number] ?? 0);

/** Whether a term sorts before the word, by UTF-16 code units. Reads the term in place, without a string of its own. */
function sortsBefore({ words, wordStarts }: TermTable, number: number, word: string): boolean {
  const start = wordStarts[number] ?? 0;
  // The NUL after a term sorts before all letters.
  for (let at = 0; at < word.length; at += 1) {
    const difference = words.charCodeAt(start + at) - word.charCodeAt(at);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

const hasPrefix = ({ words, wordStarts }: TermTable, number: number, prefix: string): boolean =>
  words.startsWith(prefix, wordStarts[number]);

/** The number of the first term that does not sort before the word. */
const termPosition = (segment: TermTable, word: string): number =>
  firstPosition(0, termCount(segment), (number) => !sortsBefore(segment, number, word));

/** The number of a term; -1 if no document has it. */
export function termNumber(segment: TermTable, word: string): number {
  const position = termPosition(segment, word);
  return position < termCount(segment) && termAt(segment, position) === word ? position : -1;
}

/** The numbers of all terms with this prefix, as a half-open range. */
export function termsWithPrefix(segment: TermTable, prefix: string): readonly [from: number, end: number] {
  const from = termPosition(segment, prefix);
  return [from, firstPosition(from, termCount(segment), (number) => !hasPrefix(segment, number, prefix))];
}

/** The number of the term at an offset in `words`. */
const termAround = ({ wordStarts }: TermTable, offset: number): number =>
  firstPosition(0, wordStarts.length - 1, (number) => (wordStarts[number + 1] ?? 0) > offset);

/** The numbers of the terms that contain the fragment. A NUL marks the end of a term. */
export function* termsContaining(segment: Segment, fragment: string): Generator<number> {
  const { words, wordStarts } = segment;
  for (let at = words.indexOf(fragment); at >= 0; ) {
    const number = termAround(segment, at);
    yield number;
    at = words.indexOf(fragment, wordStarts[number + 1] ?? words.length);
  }
}
