import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import { dateIn, numberIn } from '../../../domain/text/value-parsing.ts';
import { taskSize } from '../task-scheduler.ts';
import type { PropertyColumn } from './property-columns.ts';
import { has, put, type ScoredDocs } from './scored-docs.ts';
import { textAt, textCount } from './text-table.ts';

/** The column of document names that differ from the property `cm:name`. No property can have this name. */
export const nameColumn = '\0name';

/** The row of a document; -1 if it has none. */
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

/** The number of the first value of a document; -1 if it has none. */
export function firstValue(column: PropertyColumn, document: number): number {
  const row = rowOf(column, document);
  if (row < 0) return -1;
  if (column.starts === null) return (column.numbers[row] ?? 0) - 1;
  const start = column.starts[row] ?? 0;
  return start === column.starts[row + 1] ? -1 : (column.numbers[start] ?? 0) - 1;
}

/** A filter for documents by their values in a column. */
interface ValueFilter {
  readonly column: PropertyColumn;
  /** Which values are accepted: by value number, 1 if the value is. */
  readonly accepted: Uint8Array;
  readonly score: number;
  /** The documents that may be added; undefined for all. */
  readonly within: ScoredDocs | undefined;
}

/** Adds the documents that have an accepted value. */
export function* addWithValue(docs: ScoredDocs, filter: ValueFilter): CooperativeTask<void> {
  const { column, within } = filter;
  const isByRow = within === undefined || isFasterByRow(column, within);
  const count = isByRow ? rowCount(column) : within.count;
  for (let from = 0; from < count; from += taskSize) {
    const end = Math.min(count, from + taskSize);
    if (isByRow) addRows(docs, filter, from, end);
    else addFromDocuments(docs, filter, within.documents.subarray(from, end));
    yield;
  }
}

function addRows(docs: ScoredDocs, { column, accepted, score, within }: ValueFilter, from: number, end: number): void {
  for (let row = from; row < end; row += 1) {
    if (!hasValue(column, row, accepted)) continue;
    const document = column.documents === null ? row : (column.documents[row] ?? 0);
    if (within === undefined || has(within, document)) put(docs, document, score);
  }
}

function addFromDocuments(docs: ScoredDocs, { column, accepted, score }: ValueFilter, documents: Uint32Array): void {
  for (let at = 0; at < documents.length; at += 1) {
    const document = documents[at] ?? 0;
    const row = rowOf(column, document);
    if (row >= 0 && hasValue(column, row, accepted)) put(docs, document, score);
  }
}

const rowCount = ({ documents, starts, numbers }: PropertyColumn): number =>
  documents?.length ?? (starts === null ? numbers.length : starts.length - 1);

/**
 * Whether reading all rows is faster than finding the rows of some documents. Finding one row takes as long as reading
 * a dozen.
 */
const isFasterByRow = ({ documents }: PropertyColumn, { count }: ScoredDocs): boolean =>
  documents !== null && count * 12 > documents.length;

function hasValue({ starts, numbers }: PropertyColumn, row: number, accepted: Uint8Array): boolean {
  const end = starts === null ? row + 1 : (starts[row + 1] ?? 0);
  for (let at = starts === null ? row : (starts[row] ?? 0); at < end; at += 1) {
    const number = numbers[at] ?? 0;
    if (number > 0 && accepted[number - 1] === 1) return true;
  }
  return false;
}

/** The number of documents that have each value, at the value number plus 1. The element at 0 has no meaning. */
export function* countValues(column: PropertyColumn, docs: ScoredDocs): CooperativeTask<Uint32Array> {
  const counts = new Uint32Array(textCount(column.values) + 1);
  const isByRow = isFasterByRow(column, docs);
  const count = isByRow ? rowCount(column) : docs.count;
  for (let from = 0; from < count; from += taskSize) {
    const end = Math.min(count, from + taskSize);
    if (column.documents === null && column.starts === null) countSingle(column, docs, from, end, counts);
    else if (isByRow) countRows(column, docs, from, end, counts);
    else for (let at = from; at < end; at += 1) countRow(column, rowOf(column, docs.documents[at] ?? 0), counts);
    yield;
  }
  return counts;
}

/** The common case: each document has one value at most. */
function countSingle(
  { numbers }: PropertyColumn,
  { documents }: ScoredDocs,
  from: number,
  end: number,
  counts: Uint32Array,
): void {
  for (let at = from; at < end; at += 1) {
    const number = numbers[documents[at] ?? 0] ?? 0;
    counts[number] = (counts[number] ?? 0) + 1;
  }
}

function countRows(column: PropertyColumn, docs: ScoredDocs, from: number, end: number, counts: Uint32Array): void {
  for (let row = from; row < end; row += 1)
    if (has(docs, column.documents?.[row] ?? row)) countRow(column, row, counts);
}

function countRow({ starts, numbers }: PropertyColumn, row: number, counts: Uint32Array): void {
  if (row < 0) return;
  const end = starts === null ? row + 1 : (starts[row + 1] ?? 0);
  for (let at = starts === null ? row : (starts[row] ?? 0); at < end; at += 1) {
    const number = numbers[at] ?? 0;
    counts[number] = (counts[number] ?? 0) + 1;
  }
}

/** Which values of a column are not empty: by value number, 1 if the value is not. */
export function filledValues({ values }: PropertyColumn): Uint8Array {
  const filled = new Uint8Array(textCount(values));
  for (let number = 0; number < filled.length; number += 1) {
    if (values.starts[number] !== values.starts[number + 1]) filled[number] = 1;
  }
  return filled;
}

type ReadAs = 'number' | 'date';

/** A marker for values that were not parsed yet. No parsed value is infinite. */
const unread = Number.POSITIVE_INFINITY;

/** The values of columns as numbers, or as dates (milliseconds since 1970). Each value is parsed once, on first use. */
export interface ValueKeys {
  /** The key of the value with a number; NaN if the value is not a number or a date. */
  keyOf(column: PropertyColumn, as: ReadAs, value: number): number;
}

export function createValueKeys(): ValueKeys {
  const caches = { number: newTables(), date: newTables() };
  return {
    keyOf(column, as, value) {
      let keys = caches[as].get(column);
      if (keys === undefined) {
        keys = new Float64Array(textCount(column.values)).fill(unread);
        caches[as].set(column, keys);
      }
      let key = keys[value] ?? Number.NaN;
      if (key === unread) {
        key = (as === 'number' ? numberIn : dateIn)(textAt(column.values, value)) ?? Number.NaN;
        keys[value] = key;
      }
      return key;
    },
  };
}

const newTables = () => new WeakMap<PropertyColumn, Float64Array>();
