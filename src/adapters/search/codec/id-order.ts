import { compareUuids, uuidSize } from './uuids.ts';

/** A double holds the first four bytes of an ID and a number below this without loss. */
const maxNumbers = 2 ** 21;

/** The numbers of the IDs (16 bytes each) in the order of the IDs. Equal IDs stay in order. */
export function inIdOrder(ids: Uint8Array): Uint32Array {
  const count = ids.length / uuidSize;
  const compare = (one: number, other: number): number =>
    compareUuids(ids, one * uuidSize, ids, other * uuidSize) || one - other;
  if (count > maxNumbers) return Uint32Array.from({ length: count }, (_, number) => number).sort(compare);
  // A typed array sorts numbers natively. Hardly any two IDs have the same first four bytes.
  const keys = new Float64Array(count);
  for (let number = 0; number < count; number += 1)
    keys[number] = uuidPrefix(ids, number * uuidSize) * maxNumbers + number;
  keys.sort();
  const order = new Uint32Array(count);
  const prefixes = new Uint32Array(count);
  for (let at = 0; at < count; at += 1) {
    const key = keys[at] ?? 0;
    order[at] = key % maxNumbers;
    prefixes[at] = key / maxNumbers;
  }
  for (let from = 0; from < count; ) {
    let to = from + 1;
    while (to < count && prefixes[to] === prefixes[from]) to += 1;
    if (to - from > 1) order.subarray(from, to).sort(compare);
    from = to;
  }
  return order;
}

/** The first four bytes of the ID at an offset, as a number that sorts like the IDs. */
export const uuidPrefix = (ids: Uint8Array, at: number): number =>
  (((ids[at] ?? 0) << 24) | ((ids[at + 1] ?? 0) << 16) | ((ids[at + 2] ?? 0) << 8) | (ids[at + 3] ?? 0)) >>> 0;
