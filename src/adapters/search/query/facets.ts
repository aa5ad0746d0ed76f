import { firstPosition } from '../../../base/first-position.ts';
import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import type { Facet, FacetCount, FacetRequest } from '../../../ports/search-index.ts';
import { countValues } from '../segment/doc-values.ts';
import { columnOf } from '../segment/id-doc-values.ts';
import type { PropertyColumn } from '../segment/property-columns.ts';
import type { ScoredDocs } from '../segment/scored-docs.ts';
import type { LiveSegment, Segment } from '../segment/segment.ts';
import { bytesAt, textAt } from '../segment/text-table.ts';
import { type CommonValues, commonValues, textsOf } from './common-values.ts';

/** The hits in one segment. */
export interface SegmentHits {
  readonly segment: Segment;
  readonly docs: ScoredDocs;
}

/** Counts the values of a property over the hits in all segments of the search. */
export function* facetOf(
  { property, limit, minimum }: FacetRequest,
  live: readonly LiveSegment[],
  hits: readonly SegmentHits[],
): CooperativeTask<Facet> {
  const counted: Counted[] = [];
  for (const [at, { segment, docs }] of hits.entries()) {
    const column = docs.count === 0 ? undefined : yield* columnOf(segment, property);
    if (column !== undefined) counted.push({ at, column, counts: yield* countValues(column, docs) });
  }
  const [only] = counted;
  if (counted.length === 1 && only !== undefined) return topValues(valuesOfOne(only), limit, minimum);
  const common = commonValues(live, property);
  return topValues(common === undefined ? mergedValues(counted) : summedValues(counted, common), limit, minimum);
}

interface Counted {
  /** The index of the segment. */
  readonly at: number;
  readonly column: PropertyColumn;
  /** The count of the value with the number n is at n + 1. */
  readonly counts: Uint32Array;
}

/** The counted values, in their order. */
interface Values {
  readonly counts: Uint32Array;
  /** The number of the first value. */
  readonly first: number;
  textOf(number: number): string;
  /** Whether the value is short enough to be shown. */
  isShort(number: number): boolean;
  /** The sum of the counts of values that are too long to have a number. */
  readonly longCount: number;
}

/**
 * The maximum size of a value in a facet, in bytes. Longer values are useless as filters, so they are counted, but not
 * read.
 */
const maxValueBytes = 1_000;
/** The maximum length of all values of one facet together, in UTF-16 code units. */
const maxFacetLetters = 500_000;

const valuesOfOne = ({ column, counts }: Counted): Values => ({
  counts,
  first: 1,
  textOf: (number) => textsOf(column)?.[number - 1] ?? textAt(column.values, number - 1),
  isShort: (number) => bytesAt(column.values, number - 1) <= maxValueBytes,
  longCount: 0,
});

function summedValues(counted: readonly Counted[], { texts, positions }: CommonValues): Values {
  const sums = new Uint32Array(texts.length);
  for (const { at, counts } of counted) {
    const ownPositions = positions[at];
    for (let number = 1; number < counts.length; number += 1) {
      const position = ownPositions?.[number - 1] ?? 0;
      sums[position] = (sums[position] ?? 0) + (counts[number] ?? 0);
    }
  }
  return {
    counts: sums,
    first: 0,
    textOf: (number) => texts[number] ?? '',
    isShort: (number) => (texts[number] ?? '').length <= maxValueBytes,
    longCount: 0,
  };
}

/** For properties with many values: reads only the values that were counted. */
function mergedValues(counted: readonly Counted[]): Values {
  const sums = new Map<string, number>();
  let longCount = 0;
  for (const { column, counts } of counted) {
    for (let number = 1; number < counts.length; number += 1) {
      const count = counts[number] ?? 0;
      if (count === 0) continue;
      if (bytesAt(column.values, number - 1) > maxValueBytes) {
        longCount += count;
        continue;
      }
      const text = textAt(column.values, number - 1);
      sums.set(text, (sums.get(text) ?? 0) + count);
    }
  }
  const texts = [...sums.keys()].sort();
  return {
    counts: Uint32Array.from(texts, (text) => sums.get(text) ?? 0),
    first: 0,
    textOf: (number) => texts[number] ?? '',
    isShort: () => true,
    longCount,
  };
}

/** The most frequent values. Equally frequent ones keep their order. */
function topValues({ counts, first, textOf, isShort, longCount }: Values, limit: number, minimum: number): Facet {
  const numbers: number[] = [];
  let others = longCount;
  let worst = Math.max(1, minimum);
  for (let number = first; number < counts.length; number += 1) {
    const count = counts[number] ?? 0;
    others += count;
    // A value with the same count sorts after those that are already there.
    if (count < worst || (numbers.length >= limit && count === worst) || limit === 0) continue;
    if (!isShort(number)) continue;
    numbers.splice(insertionPoint(numbers, counts, count), 0, number);
    if (numbers.length > limit) numbers.pop();
    if (numbers.length >= limit) worst = counts[numbers.at(-1) ?? 0] ?? 0;
  }
  const values: FacetCount[] = [];
  let letters = 0;
  for (const number of numbers) {
    const value = textOf(number);
    letters += value.length;
    if (letters > maxFacetLetters) break;
    values.push({ value, count: counts[number] ?? 0 });
  }
  return { values, others: values.reduce((rest, { count }) => rest - count, others) };
}

/** The position after all values that are at least as frequent. */
const insertionPoint = (numbers: readonly number[], counts: Uint32Array, count: number): number =>
  firstPosition(0, numbers.length, (position) => (counts[numbers[position] ?? 0] ?? 0) < count);
