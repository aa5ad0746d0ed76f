import { firstPosition } from '../../../base/first-position.ts';
import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import { differsByOneTypo, swapsOf } from '../../../domain/query/term-match.ts';
import type { Segment } from '../segment/segment.ts';
import { eachTermWithSuffix, suffixLength } from '../segment/term-suffixes.ts';
import { termAt, termCount, termLength, termNumber, termsContaining, termsWithPrefix } from '../segment/terms.ts';

/** The number of terms that are compared between two pauses. */
const termsPerSlice = 4096;

/**
 * Calls `take` with each term that is one typing error away. A word with one changed, missing or additional letter
 * keeps either its last letters or all letters before them, so only terms that share one of these parts are compared.
 * Words with swapped letters are looked up directly.
 */
export function takeTypos(segment: Segment, queryWord: string, take: (term: number) => void): void {
  const cut = Math.max(1, queryWord.length - suffixLength);
  const isTypo = (number: number): boolean =>
    Math.abs(termLength(segment, number) - queryWord.length) <= 1 &&
    differsByOneTypo(termAt(segment, number), queryWord);
  const [from, end] = termsWithPrefix(segment, queryWord.slice(0, cut));
  for (let number = from; number < end; number += 1) if (isTypo(number)) take(number);
  const takeOther = (number: number): void => {
    if ((number < from || number >= end) && isTypo(number)) take(number);
  };
  const suffix = queryWord.slice(cut);
  if (suffix.length >= suffixLength) eachTermWithSuffix(segment, suffix, takeOther);
  else for (const number of termsContaining(segment, `${suffix}\0`)) takeOther(number);
  for (const swapped of swapsOf(queryWord)) {
    const number = termNumber(segment, swapped);
    if (number >= 0) take(number);
  }
}

/** Calls `take` with each term within the edit distance, and with its distance. */
export function* takeFuzzyTerms(
  segment: Segment,
  queryWord: string,
  edits: 1 | 2,
  take: (term: number, edits: number) => void,
): CooperativeTask<void> {
  const count = termCount(segment);
  const table = createEditTable(queryWord, edits);
  let compared = 0;
  for (let number = 0; number < count; ) {
    compared += 1;
    if (compared % termsPerSlice === 0) yield;
    const word = termAt(segment, number);
    const deadEnd = table.follow(word);
    if (deadEnd === undefined) {
      const distance = table.distance(word.length);
      if (distance <= edits) take(number, distance);
      number += 1;
    } else {
      // No term with this prefix can come close enough.
      number = firstWithoutPrefix(segment, word.slice(0, deadEnd), number + 1);
    }
  }
}

function firstWithoutPrefix(segment: Segment, prefix: string, from: number): number {
  let step = 1;
  let low = from;
  while (low + step < termCount(segment) && termAt(segment, low + step).startsWith(prefix)) {
    low += step;
    step *= 2;
  }
  const end = Math.min(low + step, termCount(segment));
  return firstPosition(low, end, (number) => !termAt(segment, number).startsWith(prefix));
}

/**
 * The table of edit distances (with swaps of letters) between a word and terms that come in order, a row for each
 * letter of a term. The rows that a term shares with the one before are not computed again.
 */
function createEditTable(queryWord: string, edits: number) {
  const width = queryWord.length + 1;
  const rows: Uint8Array[] = [Uint8Array.from({ length: width }, (_, at) => Math.min(at, 0xff))];
  let followed = '';
  return {
    /** Returns the length of the shortest prefix that no similar term has, or undefined if all letters were processed. */
    follow(word: string): number | undefined {
      let depth = 0;
      while (depth < word.length && depth < followed.length && word[depth] === followed[depth]) depth += 1;
      for (depth += 1; depth <= word.length; depth += 1) {
        // A swap of two letters spans two rows.
        if (fillRow(rows, word, depth, queryWord) > edits && rowMinimum(rows[depth - 1]) >= edits) {
          followed = word.slice(0, depth);
          return depth;
        }
      }
      followed = word;
      return undefined;
    },
    distance: (length: number): number => rows[length]?.[width - 1] ?? 0xff,
  };
}

/** Computes the row at `depth`. Returns its minimum. */
function fillRow(rows: Uint8Array[], word: string, depth: number, queryWord: string): number {
  const width = queryWord.length + 1;
  const above = rows[depth - 1] ?? new Uint8Array(width);
  const twoAbove = rows[depth - 2];
  const letter = word[depth - 1];
  let row = rows[depth];
  if (row === undefined) {
    row = new Uint8Array(width);
    rows[depth] = row;
  }
  row[0] = Math.min(depth, 0xff);
  let min = depth;
  for (let at = 1; at < width; at += 1) {
    const substitution = letter === queryWord[at - 1] ? 0 : 1;
    let value = Math.min((above[at] ?? 0) + 1, (row[at - 1] ?? 0) + 1, (above[at - 1] ?? 0) + substitution);
    if (twoAbove !== undefined && at > 1 && letter === queryWord[at - 2] && word[depth - 2] === queryWord[at - 1])
      value = Math.min(value, (twoAbove[at - 2] ?? 0) + 1);
    row[at] = Math.min(value, 0xff);
    min = Math.min(min, value);
  }
  return min;
}

const rowMinimum = (row: Uint8Array = new Uint8Array(1)): number => row.reduce((a, b) => Math.min(a, b), 0xff);
