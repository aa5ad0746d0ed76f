import { compareUuids, uuidSize } from './uuids.ts';

/** A double holds the first four bytes of an ID and a number below this without loss. */
const maxNumbers = 2 ** 21;

/** The numbers of the IDs (16 bytes each) in the order of the IDs. Equal IDs stay in order. */
export function inIdOrder(ids: Uint8Array): Uint32Array {
  const order = Uint32Array.from({ length: ids.length / uuidSize }, (_, number) => number);
  const compare = (one: number, other: number): number =>
    compareUuids(ids, one * uuidSize, ids, other * uuidSize) || one - other;
  if (order.length > maxNumbers) return order.sort(compare);
  sortByBytes(ids, order, 0);
  return order;
}

/**
 * Sorts numbers of IDs that share all bytes before `offset`. A typed array sorts numbers natively. IDs that were made in the same
 * minute begin with the same four bytes, so those are sorted by the next four bytes.
 */
function sortByBytes(ids: Uint8Array, order: Uint32Array, offset: number): void {
  const keys = new Float64Array(order.length);
  for (let at = 0; at < order.length; at += 1)
    keys[at] = uuidPrefix(ids, (order[at] ?? 0) * uuidSize + offset) * maxNumbers + (order[at] ?? 0);
  keys.sort();
  const parts = new Uint32Array(order.length);
  for (let at = 0; at < order.length; at += 1) {
    const key = keys[at] ?? 0;
    order[at] = key % maxNumbers;
    parts[at] = key / maxNumbers;
  }
  if (offset + 4 === uuidSize) return;
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && parts[to] === parts[from]) to += 1;
    if (to - from > 1) sortByBytes(ids, order.subarray(from, to), offset + 4);
    from = to;
  }
}

/** The four bytes at an offset, such as the first ones of an ID, as a number that sorts like them. */
export const uuidPrefix = (ids: Uint8Array, at: number): number =>
  (((ids[at] ?? 0) << 24) | ((ids[at + 1] ?? 0) << 16) | ((ids[at + 2] ?? 0) << 8) | (ids[at + 3] ?? 0)) >>> 0;
