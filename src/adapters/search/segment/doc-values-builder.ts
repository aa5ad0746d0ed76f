import { numbered } from '../codec/numbered.ts';
import { numbersUpTo, packed } from '../codec/packed-ints.ts';
import type { PropertyColumn } from './property-columns.ts';
import { textTableOf } from './text-table.ts';

/** Collects the values of one property. */
export interface ColumnBuilder {
  /** Documents must come in the order of their numbers. Documents without a value may be left out. */
  add(document: number, values: readonly string[]): void;
  /** Returns the column for a segment of `size` documents. */
  finish(size: number): PropertyColumn;
}

export function createColumnBuilder(property: string): ColumnBuilder {
  const numberOf = new Map<string, number>();
  const documents: number[] = [];
  /** For each row the index of its first value in `numbers`. */
  const starts: number[] = [];
  const numbers: number[] = [];

  return {
    add(document, values) {
      if (values.length === 0) return;
      documents.push(document);
      starts.push(numbers.length);
      if (values.length === 1) numbers.push(numbered(numberOf, values[0] ?? ''));
      else for (const value of new Set(values)) numbers.push(numbered(numberOf, value));
    },
    finish(size) {
      const sorted = [...numberOf.keys()].sort();
      const rank = new Uint32Array(sorted.length);
      for (const [at, value] of sorted.entries()) rank[numberOf.get(value) ?? 0] = at + 1;
      const rows = { documents, starts, numbers: numbers.map((number) => rank[number] ?? 0) };
      return { property, values: textTableOf(sorted), ...columnForm(rows, size, sorted.length) };
    },
  };
}

/** Rows of values: the document and the start of each row, and the numbers of all rows (number of the value plus 1). */
export interface ColumnRows {
  readonly documents: ArrayLike<number>;
  readonly starts: ArrayLike<number>;
  readonly numbers: ArrayLike<number>;
}

/** The representation of a column that takes the least memory. */
export function columnForm(
  { documents, starts, numbers }: ColumnRows,
  size: number,
  valueCount: number,
): Pick<PropertyColumn, 'documents' | 'starts' | 'numbers'> {
  const single = numbers.length === documents.length;
  // A sparse column takes four bytes for each document with a value, and a dense one a number for each without.
  const sparse = documents.length * 2 < size;
  if (sparse) {
    return {
      documents: new Uint32Array(documents),
      starts: single ? null : withEnd(starts, numbers.length),
      numbers: packed(numbers, valueCount),
    };
  }
  if (!single)
    return {
      documents: null,
      starts: denseStarts(documents, starts, numbers.length, size),
      numbers: packed(numbers, valueCount),
    };
  const dense = numbersUpTo(valueCount, size);
  for (let row = 0; row < documents.length; row += 1) dense[documents[row] ?? 0] = numbers[row] ?? 0;
  return { documents: null, starts: null, numbers: dense };
}

function withEnd(starts: ArrayLike<number>, end: number): Uint32Array {
  const all = new Uint32Array(starts.length + 1);
  all.set(starts);
  all[starts.length] = end;
  return all;
}

function denseStarts(documents: ArrayLike<number>, starts: ArrayLike<number>, end: number, size: number): Uint32Array {
  const dense = new Uint32Array(size + 1);
  let document = 0;
  for (let row = 0; row < documents.length; row += 1) {
    for (; document <= (documents[row] ?? 0); document += 1) dense[document] = starts[row] ?? 0;
  }
  return dense.fill(end, document);
}
