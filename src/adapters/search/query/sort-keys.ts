import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import { naturalText } from '../../../domain/text/value-parsing.ts';
import type { SortKey } from '../../../ports/search-index.ts';
import { firstValue } from '../segment/doc-values.ts';
import { columnOf } from '../segment/id-doc-values.ts';
import type { PropertyColumn } from '../segment/property-columns.ts';
import { ranksIn, sortedNumbers } from '../segment/text-order.ts';
import { textAt, textCount } from '../segment/text-table.ts';
import { taskSize } from '../task-scheduler.ts';
import type { SegmentHits } from './facets.ts';
import type { SearchTools } from './search.ts';

/** The values of the hits of one segment for one key of a sort. */
export interface SegmentKey {
  /**
   * By document number: a number that sorts like the values of this segment. If the document has no value, the infinity
   * that sorts last.
   */
  readonly ranks: Float64Array | Float32Array;
  readonly ascending: boolean;
  /** The value itself, comparable across segments. Undefined if the document has none. */
  valueOf(document: number): number | string | undefined;
}

export function* segmentKey(sort: SortKey, hits: SegmentHits, tools: KeyTools): CooperativeTask<SegmentKey> {
  const { property, otherwise, as, ascending } = sort;
  const { scores } = hits.docs;
  if (property === 'score') return { ranks: scores, ascending, valueOf: (document) => scores[document] };
  const columns: PropertyColumn[] = [];
  for (const name of [property, otherwise]) {
    const column = name === undefined ? undefined : yield* columnOf(hits.segment, name);
    if (column !== undefined) columns.push(column);
  }
  const values = as === 'text' ? yield* textsIn(columns, hits, tools) : numbersIn(columns, as, tools);
  return { ranks: yield* ranksOfHits(values, hits, ascending), ascending, valueOf: values.valueOf };
}

type KeyTools = Pick<SearchTools, 'keys' | 'naturalOrders'>;

interface SortValues {
  /** The rank of a document; NaN if it has no value. */
  rankOf(document: number): number;
  valueOf: SegmentKey['valueOf'];
}

function* ranksOfHits(
  { rankOf }: SortValues,
  { segment, docs }: SegmentHits,
  ascending: boolean,
): CooperativeTask<Float64Array> {
  const ranks = new Float64Array(segment.size);
  const last = ascending ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  for (let from = 0; from < docs.count; from += taskSize) {
    for (const document of docs.documents.subarray(from, Math.min(docs.count, from + taskSize))) {
      const rank = rankOf(document);
      ranks[document] = Number.isNaN(rank) ? last : rank;
    }
    yield;
  }
  return ranks;
}

function numbersIn(columns: readonly PropertyColumn[], as: 'number' | 'date', { keys }: KeyTools): SortValues {
  const rankOf = (document: number): number => {
    for (const column of columns) {
      const value = firstValue(column, document);
      const key = value < 0 ? Number.NaN : keys.keyOf(column, as, value);
      if (!Number.isNaN(key)) return key;
    }
    return Number.NaN;
  };
  return {
    rankOf,
    valueOf(document) {
      const number = rankOf(document);
      return Number.isNaN(number) ? undefined : number;
    },
  };
}

/** Sort values for texts: the first filled column decides. Values are numbered as in `TextOrder`. */
function* textsIn(
  columns: readonly PropertyColumn[],
  hits: SegmentHits,
  { naturalOrders: orders }: KeyTools,
): CooperativeTask<SortValues> {
  const isSelective = hits.docs.count * valuesPerHit < columns.reduce((sum, { values }) => sum + textCount(values), 0);
  const cached = orders.cached(columns) ?? (isSelective ? undefined : yield* orders.of(columns));
  const ranks = cached?.ranks ?? (yield* ranksAmong(columns, hits));
  const rankOfValue = (value: number): number => (ranks instanceof Map ? ranks.get(value) : ranks[value]) ?? 0;
  /** The number of the first value that is not empty; -1 if the document has none. */
  const decidingValue = (document: number): number => {
    let start = 0;
    for (const column of columns) {
      const value = firstValue(column, document);
      if (value >= 0 && rankOfValue(start + value) > 0) return start + value;
      start += textCount(column.values);
    }
    return -1;
  };
  return {
    rankOf(document) {
      const value = decidingValue(document);
      return value < 0 ? Number.NaN : rankOfValue(value);
    },
    valueOf(document) {
      const value = decidingValue(document);
      return value < 0 ? undefined : textOf(columns, value);
    },
  };
}

/**
 * If there are more values than this per hit, only the values of the hits are sorted, unless the order of all values is
 * cached.
 */
const valuesPerHit = 20;

function textOf(columns: readonly PropertyColumn[], value: number): string {
  let number = value;
  for (const { values } of columns) {
    if (number < textCount(values)) return naturalText(textAt(values, number));
    number -= textCount(values);
  }
  return '';
}

/** For the number of each value that a hit has, its rank among these values. */
function* ranksAmong(columns: readonly PropertyColumn[], { docs }: SegmentHits): CooperativeTask<Map<number, number>> {
  const values = new Set<number>();
  let start = 0;
  for (const column of columns) {
    for (let at = 0; at < docs.count; at += 1) {
      const value = firstValue(column, docs.documents[at] ?? 0);
      if (value >= 0) values.add(start + value);
    }
    start += textCount(column.values);
  }
  const all = [...values];
  const texts = all.map((value) => textOf(columns, value));
  const ranks = ranksIn(yield* sortedNumbers(texts), texts);
  return new Map(all.map((value, at) => [value, ranks[at] ?? 0]));
}
