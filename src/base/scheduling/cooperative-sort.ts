import { yieldToEventLoop } from './event-loop.ts';

/** Tells two values' order as `Array.sort` wants it; never 0 for values that are not the same. */
export type Order<T> = (a: T, b: T) => number;

/** Values compared while merging before other work gets its turn: a few milliseconds. */
const stepSize = 2_000;
/** Values sorted at once: the same, as each is compared several times. */
const runSize = 500;

/** Joins two lists in order to one. Lists of which one ends before the other starts are put together without comparing. */
async function merged<T extends object>(
  left: readonly T[],
  right: readonly T[],
  order: Order<T>,
): Promise<readonly T[]> {
  const [last, first] = [left.at(-1), right[0]];
  if (last === undefined || first === undefined || order(last, first) <= 0) return [...left, ...right];
  const result: T[] = [];
  let [fromLeft, fromRight] = [0, 0];
  for (;;) {
    const [one, other] = [left[fromLeft], right[fromRight]];
    if (one === undefined) return result.concat(right.slice(fromRight));
    if (other === undefined) return result.concat(left.slice(fromLeft));
    if (order(one, other) <= 0) {
      result.push(one);
      fromLeft += 1;
    } else {
      result.push(other);
      fromRight += 1;
    }
    if (result.length % stepSize === 0) await yieldToEventLoop();
  }
}

/** A list in order. Long ones are sorted in steps between which other work gets its turn. */
export async function sortCooperatively<T extends object>(
  values: readonly T[],
  order: Order<T>,
): Promise<readonly T[]> {
  let runs: (readonly T[])[] = [];
  for (let from = 0; from < values.length; from += runSize) {
    if (from > 0) await yieldToEventLoop();
    runs.push(values.slice(from, from + runSize).sort(order));
  }
  while (runs.length > 1) {
    const joined: (readonly T[])[] = [];
    for (let at = 0; at < runs.length; at += 2) joined.push(await merged(runs[at] ?? [], runs[at + 1] ?? [], order));
    runs = joined;
  }
  return runs[0] ?? [];
}

/** Where the value is in a list in order, or would have to be put. */
function placeOf<T extends object>(values: readonly T[], value: T, order: Order<T>): number {
  let [from, to] = [0, values.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    const found = values[middle];
    if (found !== undefined && order(found, value) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** What is done to a list in order: values that leave it, where they are in it, and values that are new. */
export interface Edits<T> {
  readonly removed: readonly T[];
  readonly added: readonly T[];
}

/** A list in order after the edits: another list, so that whoever reads the first one is not disturbed. */
export function edited<T extends object>(
  values: readonly T[],
  { removed: leaving, added: coming }: Edits<T>,
  order: Order<T>,
): readonly T[] {
  const places = leaving
    .map((value) => ({ at: placeOf(values, value, order), value }))
    .filter(({ at, value }) => values[at] === value)
    .map(({ at }) => ({ at, put: undefined }));
  const puts = [...coming].sort(order).map((put) => ({ at: placeOf(values, put, order), put }));
  // Sorting keeps what is put at one place in order, and in front of what leaves it.
  const edits = [...puts, ...places].sort((a, b) => a.at - b.at);
  const result: T[] = [];
  let from = 0;
  const keepUntil = (end: number): void => {
    for (; from < end; from += 1) {
      const value = values[from];
      if (value !== undefined) result.push(value);
    }
  };
  for (const { at, put } of edits) {
    keepUntil(at);
    if (put === undefined) from = at + 1;
    else result.push(put);
  }
  keepUntil(values.length);
  return result;
}
