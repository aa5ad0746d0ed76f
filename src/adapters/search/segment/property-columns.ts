import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import type { Numbers } from '../codec/packed-ints.ts';
import { bytesInMemory, type SegmentBytes } from './segment-bytes.ts';
import type { TextTable } from './text-table.ts';

/** The values of one property of all documents. */
export interface PropertyColumn {
  readonly property: string;
  /** The distinct values in the order of their UTF-16 code units. */
  readonly values: TextTable;
  /** Null: row n belongs to document n. Otherwise the documents that have a row, in order; no other document has a value. */
  readonly documents: Uint32Array | null;
  /** Null: row n has the single number n. Otherwise row n has the numbers at `starts[n]` to `starts[n + 1]`. */
  readonly starts: Uint32Array | null;
  /**
   * Value numbers plus 1; 0 for no value. Within a row, distinct values in the order in which the document has them.
   */
  readonly numbers: Numbers;
}

/** The columns of a segment. There can be thousands of them, because nodes can have that many properties. */
export interface PropertyColumns {
  readonly joined: JoinedColumns;
  /** The column of a property, the same object each time; undefined if no document has a value. */
  of(property: string): PropertyColumn | undefined;
  /** All columns, as new objects. */
  all(): Generator<PropertyColumn>;
}

/** Columns in the form in which they are stored: the arrays of all columns are joined, so that there are few of them. */
export interface JoinedColumns {
  readonly names: readonly string[];
  /** The texts of columns that have less than 64 KB of them. They are always in memory. */
  readonly smallTexts: Uint8Array;
  /** The texts of the other columns. */
  readonly largeTexts: SegmentBytes;
  /** The starts of text tables. They count from the start of the joined texts. */
  readonly textStarts: Joined<Uint32Array>;
  /** Empty for columns without such an array. */
  readonly documents: Joined<Uint32Array>;
  readonly starts: Joined<Uint32Array>;
  /** Each column has numbers of one width, and at least one. */
  readonly numbers8: Joined<Uint8Array>;
  readonly numbers16: Joined<Uint16Array>;
  readonly numbers32: Joined<Uint32Array>;
}

/** Arrays one after the other. Array n is at `bounds[n]` to `bounds[n + 1]`. */
export interface Joined<Items extends Numbers> {
  readonly items: Items;
  readonly bounds: Uint32Array;
}

/**
 * The minimum size of the texts of a column that may stay in the file, in bytes. It also decides where they are looked for, so a
 * change needs a new `segmentFormat`.
 */
const minLargeTexts = 1 << 16;

/** Texts start at positions of 32 bits. */
const maxTextBytes = 0xffffffff;

/** Joins columns. Their texts must be in memory. Throws `RangeError` if they are larger than 4 GiB together. */
export function* joinColumns(columns: readonly PropertyColumn[]): CooperativeTask<PropertyColumns> {
  const { small, large, starts } = joinTexts(columns.map(({ values }) => values));
  yield;
  const numbers = columns.map((column) => column.numbers);
  const documents = columns.map((column) => column.documents);
  const rowStarts = columns.map((column) => column.starts);
  return propertyColumns({
    names: columns.map(({ property }) => property),
    smallTexts: small,
    largeTexts: bytesInMemory(large),
    textStarts: yield* join(Uint32Array, starts),
    documents: yield* join(Uint32Array, documents),
    starts: yield* join(Uint32Array, rowStarts),
    numbers8: yield* join(Uint8Array, numbers.map(ofType(Uint8Array))),
    numbers16: yield* join(Uint16Array, numbers.map(ofType(Uint16Array))),
    numbers32: yield* join(Uint32Array, numbers.map(ofType(Uint32Array))),
  });
}

const ofType =
  <Items extends Numbers>(arrayType: new (length: number) => Items) =>
  (numbers: Numbers): Items | null =>
    numbers instanceof arrayType ? numbers : null;

const noItems = new Uint32Array();

function* join<Items extends Numbers>(
  arrayType: new (length: number) => Items,
  parts: readonly (Items | null)[],
): CooperativeTask<Joined<Items>> {
  const bounds = new Uint32Array(parts.length + 1);
  for (const [number, part] of parts.entries()) bounds[number + 1] = (bounds[number] ?? 0) + (part?.length ?? 0);
  const items = new arrayType(bounds[parts.length] ?? 0);
  for (const [number, part] of parts.entries()) items.set(part ?? noItems, bounds[number] ?? 0);
  yield;
  return { items, bounds };
}

function itemsAt<Items extends Numbers>({ items, bounds }: Joined<Items>, number: number): Items {
  // `subarray` returns an array of the same type.
  return items.subarray(bounds[number], bounds[number + 1]) as Items;
}

function joinTexts(tables: readonly TextTable[]) {
  const small: Uint8Array[] = [];
  const large: Uint8Array[] = [];
  const lengths = { small: 0, large: 0 };
  const starts = tables.map((table) => {
    const [start, end] = rangeOf(table.starts);
    const memory = table.bytes.memory?.subarray(start, end);
    if (memory === undefined) throw new TypeError('The texts of a column that is joined must be in memory.');
    const size = isLarge(table.starts) ? 'large' : 'small';
    (size === 'large' ? large : small).push(memory);
    const shift = lengths[size] - start;
    lengths[size] += memory.length;
    return table.starts.map((one) => one + shift);
  });
  if (Math.max(lengths.small, lengths.large) > maxTextBytes) {
    throw new RangeError('The texts of the properties in a segment of the search index are larger than 4 GiB.');
  }
  return { small: Buffer.concat(small), large: Buffer.concat(large), starts };
}

const rangeOf = (starts: Uint32Array): [start: number, end: number] => [starts[0] ?? 0, starts[starts.length - 1] ?? 0];

function isLarge(starts: Uint32Array): boolean {
  const [start, end] = rangeOf(starts);
  return end - start >= minLargeTexts;
}

export function propertyColumns(joined: JoinedColumns): PropertyColumns {
  const smallTexts = bytesInMemory(joined.smallTexts);
  const numberOf = new Map(joined.names.map((name, number) => [name, number]));
  /** The columns that were asked for: few, and callers cache what they compute for a column. */
  const cachedColumns = new Map<number, PropertyColumn>();

  function columnAt(number: number): PropertyColumn {
    const starts = itemsAt(joined.textStarts, number);
    const documents = itemsAt(joined.documents, number);
    const rowStarts = itemsAt(joined.starts, number);
    return {
      property: joined.names[number] ?? '',
      values: { bytes: isLarge(starts) ? joined.largeTexts : smallTexts, starts },
      documents: documents.length === 0 ? null : documents,
      starts: rowStarts.length === 0 ? null : rowStarts,
      numbers: numbersAt(joined, number),
    };
  }

  return {
    joined,
    of(property) {
      const number = numberOf.get(property);
      if (number === undefined) return undefined;
      const column = cachedColumns.get(number) ?? columnAt(number);
      cachedColumns.set(number, column);
      return column;
    },
    *all() {
      for (let number = 0; number < joined.names.length; number += 1) yield columnAt(number);
    },
  };
}

function numbersAt({ numbers8, numbers16, numbers32 }: JoinedColumns, number: number): Numbers {
  const wide = itemsAt(numbers32, number);
  if (wide.length > 0) return wide;
  const middle = itemsAt(numbers16, number);
  return middle.length > 0 ? middle : itemsAt(numbers8, number);
}
