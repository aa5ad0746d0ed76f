import { firstPosition } from '../first-position.ts';
import { yieldToEventLoop } from './event-loop.ts';

/** A comparison function as for `Array.sort`. It returns 0 only for the same value. */
export type Order<T> = (a: T, b: T) => number;

/** Values that are merged in a few milliseconds, before the event loop serves other requests. */
const mergedPerPause = 2_000;
/** Values that are sorted without a pause. Fewer, because each is compared several times. */
const runSize = 500;

/** Merges two sorted lists. If one ends before the other begins, they are only concatenated. */
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
    if (result.length % mergedPerPause === 0) await yieldToEventLoop();
  }
}

/** A sorted copy of a list (merge sort). In a long list the event loop serves other requests between two steps. */
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

/** The position of a value in a sorted list, or the position at which it would have to be inserted. */
const positionOf = <T extends object>(values: readonly T[], value: T, order: Order<T>): number =>
  firstPosition(0, values.length, (position) => {
    const candidate = values[position];
    return candidate === undefined || order(candidate, value) >= 0;
  });

/** Changes to a sorted list. Removed values that are not in the list are ignored. */
export interface Edits<T> {
  readonly removed: readonly T[];
  readonly added: readonly T[];
}

/**
 * A copy of a sorted list with the edits applied. The original does not change, because a caller may be iterating over
 * it.
 */
export function edited<T extends object>(
  values: readonly T[],
  { removed, added }: Edits<T>,
  order: Order<T>,
): readonly T[] {
  const removals = removed
    .map((value) => ({ at: positionOf(values, value, order), value }))
    .filter(({ at, value }) => values[at] === value)
    .map(({ at }) => ({ at, value: undefined }));
  const insertions = [...added].sort(order).map((value) => ({ at: positionOf(values, value, order), value }));
  // The sort is stable: insertions at one position stay in order, and come before a removal there.
  const edits = [...insertions, ...removals].sort((a, b) => a.at - b.at);
  const result: T[] = [];
  let from = 0;
  const copyUntil = (end: number): void => {
    for (; from < end; from += 1) {
      const value = values[from];
      if (value !== undefined) result.push(value);
    }
  };
  for (const { at, value } of edits) {
    copyUntil(at);
    if (value === undefined) from = at + 1;
    else result.push(value);
  }
  copyUntil(values.length);
  return result;
}
