import type { Query } from '../../domain/query.ts';
import { type Evaluation, scoringFor } from './evaluation.ts';
import { type Found, has, keep } from './found.ts';
import { readEntries } from './postings.ts';
import { addTerm } from './term-scores.ts';
import { type ByteCursor, readVarint } from './varints.ts';
import { takeFitting } from './word-expansion.ts';

/** Positions in one place of one document: more words than any text that is indexed has. */
const span = 2 ** 24;

interface RowWord {
  readonly pattern: string;
  /** Its place in the row. */
  readonly offset: number;
}

const isAnyWord = (pattern: string): boolean => /^\*+$/.test(pattern);

/** Those that have to be looked for: between two others any word is only a gap, as values lie farther apart than words of a row. */
function lookedFor(words: readonly string[]): RowWord[] {
  const first = words.findIndex((pattern) => !isAnyWord(pattern));
  const last = words.findLastIndex((pattern) => !isAnyWord(pattern));
  const isGap = ({ pattern, offset }: RowWord): boolean => offset > first && offset < last && isAnyWord(pattern);
  return words.map((pattern, offset) => ({ pattern, offset })).filter((word) => !isGap(word));
}

/** The documents in which these words stand in a row, in one value of one field. */
export function evaluatePhrase(
  { words, field }: Extract<Query, { readonly kind: 'phrase' }>,
  evaluation: Evaluation,
  within: Found | undefined,
): Found {
  const { pool, segment } = evaluation;
  let common: Found | undefined;
  const row = lookedFor(words);
  for (const { pattern } of row) {
    const found = pool.take(segment.size);
    const scoring = scoringFor(pattern, field, evaluation, common ?? within);
    takeFitting(segment, pattern, (number) => addTerm(found, scoring, number, 5));
    if (common !== undefined) {
      for (let at = 0; at < found.count; at += 1) {
        const document = found.documents[at] ?? 0;
        found.scores[document] = (found.scores[document] ?? 0) + (common.scores[document] ?? 0);
      }
      pool.give(common);
    }
    common = found;
    if (found.count === 0) break;
  }
  const found = common ?? pool.take(segment.size);
  if (words.length > 1 && found.count > 0) keepRows(found, row, field, evaluation);
  return found;
}

/** Leaves the documents in which the words stand one behind the other. */
function keepRows(found: Found, row: readonly RowWord[], field: string | undefined, evaluation: Evaluation): void {
  let starts: Float64Array | undefined;
  for (const { pattern, offset } of row) {
    const here = startsOf(pattern, offset, found, field, evaluation);
    starts = starts === undefined ? here : inBoth(starts, here);
  }
  const documents = new Set<number>();
  const width = span * evaluation.segment.places.length;
  for (const start of starts ?? []) documents.add(Math.floor(start / width));
  keep(found, (document) => documents.has(document));
}

/** Where a phrase would have to start for this word to stand in it: document, place and position as one number, in order. */
function startsOf(
  pattern: string,
  offset: number,
  within: Found,
  field: string | undefined,
  evaluation: Evaluation,
): Float64Array {
  const { segment, entries } = evaluation;
  const { where } = scoringFor(pattern, field, evaluation, within);
  const starts: number[] = [];
  takeFitting(segment, pattern, (word) => {
    readEntries(segment, word, entries);
    const cursor: ByteCursor = { bytes: segment.positions, at: segment.positionStarts[word] ?? 0 };
    for (let at = 0; at < entries.count; at += 1) {
      const document = entries.documents[at] ?? 0;
      const place = entries.places[at] ?? 0;
      const counts = (where.weights[place] ?? 0) > 0 && has(within, document);
      let position = -1;
      for (let time = entries.frequencies[at] ?? 0; time > 0; time -= 1) {
        position += readVarint(cursor);
        if (counts && position >= offset)
          starts.push((document * segment.places.length + place) * span + position - offset);
      }
    }
  });
  return Float64Array.from(starts).sort();
}

/** What is in both of two lists in order. */
function inBoth(left: Float64Array, right: Float64Array): Float64Array {
  const both: number[] = [];
  let other = 0;
  for (const value of left) {
    while (other < right.length && (right[other] ?? 0) < value) other += 1;
    if (right[other] === value) both.push(value);
  }
  return Float64Array.from(both);
}
