import { dateIn, numberIn, sortableText } from '../../domain/value-reading.ts';
import type { PropertyColumn } from './segment.ts';
import { textAt, textCount } from './text-table.ts';

/** The row of a document; -1: it has none. */
function rowOf({ documents }: PropertyColumn, document: number): number {
  if (documents === null) return document;
  let [low, high] = [0, documents.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((documents[middle] ?? 0) < document) low = middle + 1;
    else high = middle;
  }
  return documents[low] === document ? low : -1;
}

/** The number of the first value of a document; -1: it has none. */
export function firstValue(column: PropertyColumn, document: number): number {
  const row = rowOf(column, document);
  if (row < 0) return -1;
  if (column.starts === null) return (column.numbers[row] ?? 0) - 1;
  const start = column.starts[row] ?? 0;
  return start === column.starts[row + 1] ? -1 : (column.numbers[start] ?? 0) - 1;
}

/** Calls with each document that has one of the values at whose number `wanted` is 1. */
export function eachWithValue(column: PropertyColumn, wanted: Uint8Array, take: (document: number) => void): void {
  const { documents, starts, numbers } = column;
  const rows = documents?.length ?? (starts === null ? numbers.length : starts.length - 1);
  for (let row = 0; row < rows; row += 1) {
    const end = starts === null ? row + 1 : (starts[row + 1] ?? 0);
    for (let at = starts === null ? row : (starts[row] ?? 0); at < end; at += 1) {
      const number = numbers[at] ?? 0;
      if (number === 0 || wanted[number - 1] !== 1) continue;
      take(documents === null ? row : (documents[row] ?? 0));
      break;
    }
  }
}

/** Adds 1 to the count of each value (at its number plus 1) for each of the documents; what is at 0 means nothing. */
export function countValues(column: PropertyColumn, documents: Uint32Array, count: number, counts: Uint32Array): void {
  const { numbers, starts } = column;
  if (column.documents === null && starts === null) {
    for (let at = 0; at < count; at += 1) {
      const number = numbers[documents[at] ?? 0] ?? 0;
      counts[number] = (counts[number] ?? 0) + 1;
    }
    return;
  }
  for (let at = 0; at < count; at += 1) {
    const row = rowOf(column, documents[at] ?? 0);
    if (row < 0) continue;
    const end = starts === null ? row + 1 : (starts[row + 1] ?? 0);
    for (let place = starts === null ? row : (starts[row] ?? 0); place < end; place += 1) {
      const number = numbers[place] ?? 0;
      counts[number] = (counts[number] ?? 0) + 1;
    }
  }
}

/** Which values are not empty: 1 at their numbers. */
export function filledValues({ values }: PropertyColumn): Uint8Array {
  const filled = new Uint8Array(textCount(values));
  for (let number = 0; number < filled.length; number += 1) {
    if (values.starts[number] !== values.starts[number + 1]) filled[number] = 1;
  }
  return filled;
}

type ReadAs = 'text' | 'number' | 'date';

/** What is not read yet. Nothing that is read has this one of all the forms of NaN; it is told by its bits. */
const unread = Number.POSITIVE_INFINITY;

/** What the values of columns are as numbers, dates (milliseconds since 1970), or texts: read once, when first asked for. */
export interface ValueKeys {
  /**
   * A number in the order of the values; NaN for what has no place in it. Texts with the same number have to be compared
   * by `textOf`.
   */
  keyOf(column: PropertyColumn, as: ReadAs, value: number): number;
  /** The text that decides between values. */
  textOf(column: PropertyColumn, value: number): string;
}

export function createValueKeys(): ValueKeys {
  const known = { text: newTables(), number: newTables(), date: newTables() };
  const textOf: ValueKeys['textOf'] = (column, value) => sortableText(textAt(column.values, value));

  const read = (column: PropertyColumn, as: ReadAs, value: number): number => {
    if (as === 'text') return packedText(textOf(column, value));
    return (as === 'number' ? numberIn : dateIn)(textAt(column.values, value)) ?? Number.NaN;
  };

  return {
    textOf,
    keyOf(column, as, value) {
      let keys = known[as].get(column);
      if (keys === undefined) {
        keys = new Float64Array(textCount(column.values)).fill(unread);
        known[as].set(column, keys);
      }
      let key = keys[value] ?? Number.NaN;
      if (key === unread) {
        key = read(column, as, value);
        keys[value] = key;
      }
      return key;
    },
  };
}

const newTables = () => new WeakMap<PropertyColumn, Float64Array>();

/** So many letters fit a double without a loss. */
const packedLetters = 6;

/** The first letters of a text as a number: in the same order, as far as they tell. Empty texts have no place. */
function packedText(text: string): number {
  if (text === '') return Number.NaN;
  let packed = 0;
  for (let at = 0; at < packedLetters; at += 1) {
    packed = packed * 256 + (at < text.length ? Math.min(text.charCodeAt(at) + 1, 0xff) : 0);
    // Behind a letter that does not fit nothing can be told any more.
    if (text.charCodeAt(at) >= 0xfe) return packed * 256 ** (packedLetters - at - 1);
  }
  return packed;
}
