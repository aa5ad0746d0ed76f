import type { Facet, FacetCount, FacetRequest } from '../../ports/search-index.ts';
import { countValues } from './columns.ts';
import type { Found } from './found.ts';
import { columnOf } from './id-columns.ts';
import type { Pieces } from './pieces.ts';
import type { PropertyColumn, Segment } from './segment.ts';
import { textAt, textCount } from './text-table.ts';

/** The hits in one segment. */
export interface SegmentHits {
  readonly segment: Segment;
  readonly found: Found;
}

/** Counts the values of a property over all hits. */
export function* facetOf({ property, limit, minimum }: FacetRequest, hits: readonly SegmentHits[]): Pieces<Facet> {
  const counted: Counted[] = [];
  for (const { segment, found } of hits) {
    const column = found.count === 0 ? undefined : yield* columnOf(segment, property);
    if (column !== undefined) counted.push({ column, counts: yield* countValues(column, found) });
  }
  const [only] = counted;
  if (counted.length === 1 && only !== undefined) return best(fromOne(only), limit, minimum);
  return best(fromSeveral(counted), limit, minimum);
}

interface Counted {
  readonly column: PropertyColumn;
  /** At the number of a value plus 1. */
  readonly counts: Uint32Array;
}

/** Values that were counted, in their order. */
interface Values {
  readonly counts: Uint32Array;
  /** The first number that means a value. */
  readonly first: number;
  textOf(number: number): string;
}

const fromOne = ({ column, counts }: Counted): Values => ({
  counts,
  first: 1,
  textOf: (number) => textsOf(column)?.[number - 1] ?? textAt(column.values, number - 1),
});

function fromSeveral(counted: readonly Counted[]): Values {
  const sums = new Map<string, number>();
  for (const { column, counts } of counted) {
    const texts = textsOf(column);
    for (let number = 1; number < counts.length; number += 1) {
      const count = counts[number] ?? 0;
      if (count === 0) continue;
      const text = texts?.[number - 1] ?? textAt(column.values, number - 1);
      sums.set(text, (sums.get(text) ?? 0) + count);
    }
  }
  const texts = [...sums.keys()].sort();
  return {
    counts: Uint32Array.from(texts, (text) => sums.get(text) ?? 0),
    first: 0,
    textOf: (number) => texts[number] ?? '',
  };
}

/** The texts of columns with few values are asked for again and again. */
const fewValues = 2_000;
const knownTexts = new WeakMap<PropertyColumn, readonly string[]>();

function textsOf(column: PropertyColumn): readonly string[] | undefined {
  const count = textCount(column.values);
  if (count > fewValues) return undefined;
  const texts = knownTexts.get(column) ?? Array.from({ length: count }, (_, number) => textAt(column.values, number));
  knownTexts.set(column, texts);
  return texts;
}

/** The most frequent values; of equal ones those that come first. */
function best({ counts, first, textOf }: Values, limit: number, minimum: number): Facet {
  const numbers: number[] = [];
  let others = 0;
  let worst = Math.max(1, minimum);
  for (let number = first; number < counts.length; number += 1) {
    const count = counts[number] ?? 0;
    others += count;
    // An equal one comes behind all that are there already.
    if (count < worst || (numbers.length >= limit && count === worst) || limit === 0) continue;
    numbers.splice(placeFor(numbers, counts, count), 0, number);
    if (numbers.length > limit) numbers.pop();
    if (numbers.length >= limit) worst = counts[numbers.at(-1) ?? 0] ?? 0;
  }
  const values: FacetCount[] = numbers.map((number) => ({ value: textOf(number), count: counts[number] ?? 0 }));
  return { values, others: values.reduce((rest, { count }) => rest - count, others) };
}

/** Behind all that are as frequent. */
function placeFor(numbers: readonly number[], counts: Uint32Array, count: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((counts[numbers[middle] ?? 0] ?? 0) >= count) low = middle + 1;
    else high = middle;
  }
  return low;
}
