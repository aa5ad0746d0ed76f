import type { Segment } from './segment.ts';

type TermTable = Pick<Segment, 'words' | 'wordStarts'>;

export const termCount = ({ wordStarts }: TermTable): number => wordStarts.length - 1;

/** The term with this number. */
export const termAt = ({ words, wordStarts }: TermTable, number: number): string =>
  words.slice(wordStarts[number], (wordStarts[number + 1] ?? 1) - 1);

/** The length of the term with this number, in UTF-16 code units. */
export const termLength = ({ wordStarts }: TermTable, number: number): number =>
  (wordStarts[number + 1] ?? 1) - 1 - (wordStarts[number] ?? 0);

/** The number of the first term that does not sort before the word. */
function termPosition(segment: TermTable, word: string, from = 0): number {
  let [low, high] = [from, termCount(segment)];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (termAt(segment, middle) < word) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The number of a term; -1 if no document has it. */
export function termNumber(segment: TermTable, word: string): number {
  const position = termPosition(segment, word);
  return position < termCount(segment) && termAt(segment, position) === word ? position : -1;
}

/** The numbers of all terms with this prefix, as a half-open range. */
export function termsWithPrefix(segment: TermTable, prefix: string): readonly [from: number, end: number] {
  const from = termPosition(segment, prefix);
  let [low, high] = [from, termCount(segment)];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (termAt(segment, middle).startsWith(prefix)) low = middle + 1;
    else high = middle;
  }
  return [from, low];
}

/** The number of the term at an offset in `words`. */
export function termAround({ wordStarts }: TermTable, offset: number): number {
  let [low, high] = [0, wordStarts.length - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((wordStarts[middle + 1] ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}
