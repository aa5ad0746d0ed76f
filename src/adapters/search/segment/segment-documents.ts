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

/** The documents by a hash of their IDs, each as its number + 1; 0 stands for none. Two documents share a hash on average. */
interface Directory {
  readonly shift: number;
  /** The last document with each hash. */
  readonly last: Uint32Array;
  /** The one before each document with the same hash. */
  readonly before: Uint32Array;
}

/** From the last four bytes, which are random: IDs that were made in the same minute have the first ones in common. */
const hashOf = (uuids: Uint8Array, at: number): number => Math.imul(uuidPrefix(uuids, at + 12), 0x9e3779b1) >>> 0;

/** Created on first use. Takes six to eight bytes per document. */
const directoryOf = cachedPerObject(({ ids, size }: Segment): Directory => {
  const bits = Math.max(1, Math.ceil(Math.log2(size / 2 + 1)));
  const shift = 32 - bits;
  const [last, before] = [new Uint32Array(2 ** bits), new Uint32Array(size)];
  for (let number = 0; number < size; number += 1) {
    const hash = hashOf(ids, number * uuidSize) >>> shift;
    before[number] = last[hash] ?? 0;
    last[hash] = number + 1;
  }
  return { shift, last, before };
});

/**
 * The number of the document with the ID at an offset of `uuids`, deleted or not. The last one if there are several; -1
 * if there is none.
 */
export function findDocument(segment: Segment, uuids: Uint8Array, at = 0): number {
  const { shift, last, before } = directoryOf(segment);
  let next = last[hashOf(uuids, at) >>> shift] ?? 0;
  while (next > 0 && compareUuids(segment.ids, (next - 1) * uuidSize, uuids, at) !== 0) next = before[next - 1] ?? 0;
  return next - 1;
}

/** The number of the same document in another segment; -1 if the other segment does not have it. */
export const sameDocument = (segment: Segment, number: number, other: Segment): number =>
  findDocument(other, segment.ids, number * uuidSize);
