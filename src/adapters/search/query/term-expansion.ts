import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import { haveSameStem, maxSuffixLength, stemsOf } from '../../../domain/text/stems.ts';
import {
  allowsEnding,
  allowsTypo,
  differsByOneTypo,
  fitsPattern,
  type MatchQuality,
  minCompoundPrefix,
  type QueryTerm,
  swapsOf,
} from '../../../domain/text/term-match.ts';
import type { Segment } from '../segment/segment.ts';
import { eachTermWithSuffix, suffixLength } from '../segment/term-suffixes.ts';
import { termAround, termAt, termCount, termLength, termNumber, termsWithPrefix } from '../segment/terms.ts';

/** So many words are compared in one piece. */
const termsPerSlice = 4096;

/** Takes the number of a word that was found. The same one may come again, farther away. */
export type TakeTerm = (word: number, nearness: MatchQuality) => void;

/** Finds the words of a segment that are near the wanted one, the nearest first. */
export function expandTerm(segment: Segment, queryTerm: QueryTerm, take: TakeTerm): void {
  const same = termNumber(segment, queryTerm.word);
  if (same >= 0) take(same, 5);
  if (queryTerm.match === 'exact') return;
  if (queryTerm.match === 'loose') takeStems(segment, queryTerm.word, take);
  const [from, end] = termsWithPrefix(segment, queryTerm.word);
  for (let number = from; number < end; number += 1) if (number !== same) take(number, 3);
  if (allowsEnding(queryTerm)) takeSuffixMatches(segment, queryTerm.word, take);
  if (allowsTypo(queryTerm)) takeTypos(segment, queryTerm.word, (number) => take(number, 1));
}

function takeStems(segment: Segment, queryWord: string, take: TakeTerm): void {
  for (const { beginning: prefix } of stemsOf(queryWord)) {
    const [from, end] = termsWithPrefix(segment, prefix);
    for (let number = from; number < end; number += 1) {
      const word = termAt(segment, number);
      // Words that are too long for it need not be stemmed.
      if (word.length > prefix.length + maxSuffixLength || word === queryWord) continue;
      if (haveSameStem(word, queryWord)) take(number, 4);
    }
  }
}

function takeSuffixMatches(segment: Segment, queryWord: string, take: TakeTerm): void {
  eachTermWithSuffix(segment, queryWord, (number) => {
    if (termLength(segment, number) >= queryWord.length + minCompoundPrefix) take(number, 2);
  });
}

/** The numbers of the words in which the piece stands; a NUL is the end of a word. */
function* termsContaining(segment: Segment, fragment: string): Generator<number> {
  const { words, wordStarts } = segment;
  for (let at = words.indexOf(fragment); at >= 0; ) {
    const number = termAround(segment, at);
    yield number;
    at = words.indexOf(fragment, wordStarts[number + 1] ?? words.length);
  }
}

/**
 * Calls with all words that are one typo apart. A word with one changed, missing or additional letter has its last letters or all
 * others as they should be: only words with one of these are looked at. Swapped letters are looked up one by one.
 */
export function takeTypos(segment: Segment, queryWord: string, take: (word: number) => void): void {
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

/** Calls with all words that are made of the wanted one by two edits at most, and how many it takes. */
export function* takeFuzzyTerms(
  segment: Segment,
  queryWord: string,
  edits: 1 | 2,
  take: (word: number, edits: number) => void,
): CooperativeTask<void> {
  const count = termCount(segment);
  const rows = createEditRows(queryWord, edits);
  let compared = 0;
  for (let number = 0; number < count; ) {
    compared += 1;
    if (compared % termsPerSlice === 0) yield;
    const word = termAt(segment, number);
    const dead = rows.follow(word);
    if (dead === undefined) {
      const distance = rows.distance(word.length);
      if (distance <= edits) take(number, distance);
      number += 1;
    } else {
      // No word that begins like this one can come near enough.
      number = firstWithoutPrefix(segment, word.slice(0, dead), number + 1);
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
  let high = Math.min(low + step, termCount(segment));
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (termAt(segment, middle).startsWith(prefix)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The table of edits between the wanted word and a word of which the letters come one after the other: what one word has in common
 * with the word before is not worked out again.
 */
function createEditRows(queryWord: string, edits: number) {
  const width = queryWord.length + 1;
  const rows: Uint8Array[] = [Uint8Array.from({ length: width }, (_, at) => Math.min(at, 0xff))];
  let followed = '';

  const fill = (word: string, depth: number): number => {
    const above = rows[depth - 1] ?? new Uint8Array(width);
    const beyond = rows[depth - 2];
    let row = rows[depth];
    if (row === undefined) {
      row = new Uint8Array(width);
      rows[depth] = row;
    }
    row[0] = Math.min(depth, 0xff);
    let min = depth;
    for (let at = 1; at < width; at += 1) {
      const same = word[depth - 1] === queryWord[at - 1];
      let value = Math.min((above[at] ?? 0) + 1, (row[at - 1] ?? 0) + 1, (above[at - 1] ?? 0) + (same ? 0 : 1));
      if (
        beyond !== undefined &&
        at > 1 &&
        word[depth - 1] === queryWord[at - 2] &&
        word[depth - 2] === queryWord[at - 1]
      )
        value = Math.min(value, (beyond[at - 2] ?? 0) + 1);
      row[at] = Math.min(value, 0xff);
      min = Math.min(min, value);
    }
    return min;
  };

  const rowMinimum = (depth: number): number =>
    (rows[depth] ?? new Uint8Array(1)).reduce((a, b) => Math.min(a, b), 0xff);

  return {
    /** The length of the shortest beginning that no near word has; undefined: the whole word was followed. */
    follow(word: string): number | undefined {
      let depth = 0;
      while (depth < word.length && depth < followed.length && word[depth] === followed[depth]) depth += 1;
      for (depth += 1; depth <= word.length; depth += 1) {
        // Two swapped letters reach over one row.
        if (fill(word, depth) > edits && rowMinimum(depth - 1) >= edits) {
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

export const isWild = /[*?]/;

/** The words that fit a pattern of folded letters, `*` and `?`. */
export function* matchingTerms(segment: Segment, pattern: string): CooperativeTask<readonly number[]> {
  const matches: number[] = [];
  let compared = 0;
  for (const number of candidates(segment, pattern)) {
    if (fitsPattern(termAt(segment, number), pattern)) matches.push(number);
    compared += 1;
    if (compared % termsPerSlice === 0) yield;
  }
  return matches;
}

/** Words among which all are that fit the pattern. */
function candidates(segment: Segment, pattern: string): Iterable<number> {
  if (!isWild.test(pattern)) {
    const number = termNumber(segment, pattern);
    return number < 0 ? [] : [number];
  }
  const prefix = pattern.slice(0, pattern.search(isWild));
  if (prefix !== '') return numbersFrom(...termsWithPrefix(segment, prefix));
  const pieces = pattern.split(/[*?]+/);
  const longest = pieces.reduce((long, piece) => (piece.length > long.length ? piece : long), '');
  if (longest === '') return numbersFrom(0, termCount(segment));
  if (!pattern.endsWith(longest)) return termsContaining(segment, longest);
  return longest.length < suffixLength ? termsContaining(segment, `${longest}\0`) : termsWithSuffix(segment, longest);
}

function* numbersFrom(from: number, end: number): Generator<number> {
  for (let number = from; number < end; number += 1) yield number;
}

function termsWithSuffix(segment: Segment, suffix: string): readonly number[] {
  const numbers: number[] = [];
  eachTermWithSuffix(segment, suffix, (number) => numbers.push(number));
  return numbers;
}
