import { cachedPerObject } from '../../../base/caching/cached-per-object.ts';
import type { NodeId } from '../../../base/ids.ts';
import { uuidPrefix } from '../codec/id-order.ts';
import { compareUuids, uuidSize, writeUuid } from '../codec/uuids.ts';
import type { Segment } from './segment.ts';

/** IDs in the form that `findDocument` expects: 16 bytes each, one after the other. */
export function idBytesOf(ids: readonly NodeId[]): Uint8Array {
  const bytes = new Uint8Array(ids.length * uuidSize);
  for (let number = 0; number < ids.length; number += 1) {
    const id = ids[number];
    if (id !== undefined) writeUuid(bytes, number * uuidSize, id);
  }
  return bytes;
}

/** The first index in `byId` for each prefix of an ID. Few IDs share a prefix, so the binary search within it is short. */
interface PrefixDirectory {
  readonly shift: number;
  readonly starts: Uint32Array;
}

/** Created on first use. Takes about one byte per document. */
const directoryOf = cachedPerObject(({ ids, byId, size }: Segment): PrefixDirectory => {
  const bits = Math.max(1, Math.ceil(Math.log2(size / 4 + 1)));
  const shift = 32 - bits;
  const starts = new Uint32Array(2 ** bits + 1);
  let bucket = 0;
  for (let at = 0; at < size; at += 1) {
    const prefix = uuidPrefix(ids, (byId[at] ?? 0) * uuidSize) >>> shift;
    for (; bucket < prefix; bucket += 1) starts[bucket + 1] = at;
  }
  return { shift, starts: starts.fill(size, bucket + 1) };
});

/**
 * The number of the document with the ID at an offset of `uuids`, deleted or not. The last one if there are several; -1
 * if there is none.
 */
export function findDocument(segment: Segment, uuids: Uint8Array, at = 0): number {
  const { ids, byId } = segment;
  const { shift, starts } = directoryOf(segment);
  const bucket = uuidPrefix(uuids, at) >>> shift;
  let [low, high] = [starts[bucket] ?? 0, starts[bucket + 1] ?? 0];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareUuids(ids, (byId[middle] ?? 0) * uuidSize, uuids, at) <= 0) low = middle + 1;
    else high = middle;
  }
  const last = low === 0 ? -1 : (byId[low - 1] ?? -1);
  return last >= 0 && compareUuids(ids, last * uuidSize, uuids, at) === 0 ? last : -1;
}

/** The number of the same document in another segment; -1 if the other segment does not have it. */
export const sameDocument = (segment: Segment, number: number, other: Segment): number =>
  findDocument(other, segment.ids, number * uuidSize);
