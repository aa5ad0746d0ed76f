import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import { sortableText } from '../../../domain/text/value-parsing.ts';
import { taskSize } from '../task-scheduler.ts';
import type { PropertyColumn } from './property-columns.ts';
import { textAt, textCount } from './text-table.ts';

/** The values of one or several columns in sort order. Empty values are not included. */
export interface TextOrder {
  /** Value numbers. Those of each column continue from the columns before it. */
  readonly order: Uint32Array;
  /** For each value its rank among all distinct texts, from 1; 0 if it is empty. */
  readonly ranks: Uint32Array;
}

/** Computes orders on first use, and caches them as long as the columns live. An order takes eight bytes per value. */
export interface TextOrders {
  /** Returns the order only if it is cached. */
  cached(columns: readonly PropertyColumn[]): TextOrder | undefined;
  of(columns: readonly PropertyColumn[]): CooperativeTask<TextOrder>;
}

/** `keyOf` converts a value into the text that is compared. */
export function createTextOrders(keyOf: (text: string) => string = sortableText): TextOrders {
  // By their first column. Few orders share it: a column is sorted alone, or with a fallback column for documents
  // without a value.
  const orders = new WeakMap<PropertyColumn, readonly CachedOrder[]>();
  const cached: TextOrders['cached'] = (columns) =>
    (columns[0] === undefined ? [] : (orders.get(columns[0]) ?? [])).find((one) => isSameList(one.columns, columns))
      ?.order;
  return {
    cached,
    *of(columns) {
      const [first] = columns;
      const before = cached(columns);
      if (before !== undefined || first === undefined) return before ?? noOrder;
      const order = yield* orderOf(columns, keyOf);
      const others = (orders.get(first) ?? []).filter((one) => one.columns.length !== columns.length);
      orders.set(first, [...others, { columns, order }]);
      return order;
    },
  };
}

interface CachedOrder {
  readonly columns: readonly PropertyColumn[];
  readonly order: TextOrder;
}

const noOrder: TextOrder = { order: new Uint32Array(), ranks: new Uint32Array() };

const isSameList = <T>(left: readonly T[], right: readonly T[]): boolean =>
  left.length === right.length && left.every((one, at) => one === right[at]);

/** The number of texts that are read, or sorted as a run, between two pauses. */
const runSize = 2048;

function* orderOf(columns: readonly PropertyColumn[], keyOf: (text: string) => string): CooperativeTask<TextOrder> {
  const texts: string[] = [];
  for (const { values } of columns) {
    for (let number = 0; number < textCount(values); number += 1) {
      texts.push(keyOf(textAt(values, number)));
      if (number % runSize === 0) yield;
    }
  }
  const order = yield* sortedNumbers(texts);
  return { order, ranks: ranksIn(order, texts) };
}

/** For each text its rank among all distinct ones, from 1; 0 if it is not in the order. */
export function ranksIn(order: Uint32Array, texts: readonly string[]): Uint32Array {
  const ranks = new Uint32Array(texts.length);
  let rank = 0;
  let last = '';
  for (const number of order) {
    const text = texts[number] ?? '';
    if (text !== last) rank += 1;
    last = text;
    ranks[number] = rank;
  }
  return ranks;
}

/** The numbers of all texts that are not empty, in the order of the texts (UTF-16 code units). */
export function* sortedNumbers(texts: readonly string[]): CooperativeTask<Uint32Array> {
  let runs: Uint32Array[] = [];
  for (let from = 0; from < texts.length; from += runSize) {
    const run: number[] = [];
    for (let number = from; number < Math.min(texts.length, from + runSize); number += 1)
      if (texts[number] !== '') run.push(number);
    const textOf = (number: number): string => texts[number] ?? '';
    runs.push(Uint32Array.from(run.sort((one, other) => (textOf(one) < textOf(other) ? -1 : 1))));
    yield;
  }
  while (runs.length > 1) {
    const joined: Uint32Array[] = [];
    for (let at = 0; at < runs.length; at += 2)
      joined.push(yield* merged(runs[at] ?? new Uint32Array(), runs[at + 1] ?? new Uint32Array(), texts));
    runs = joined;
  }
  return runs[0] ?? new Uint32Array();
}

function* merged(left: Uint32Array, right: Uint32Array, texts: readonly string[]): CooperativeTask<Uint32Array> {
  const both = new Uint32Array(left.length + right.length);
  let [fromLeft, fromRight] = [0, 0];
  for (let at = 0; at < both.length; at += 1) {
    const [one, other] = [left[fromLeft], right[fromRight]];
    const isLeft = other === undefined || (one !== undefined && (texts[one] ?? '') <= (texts[other] ?? ''));
    both[at] = (isLeft ? one : other) ?? 0;
    if (isLeft) fromLeft += 1;
    else fromRight += 1;
    if (at % taskSize === taskSize - 1) yield;
  }
  return both;
}
