import type { NodeId } from '../../base/ids.ts';
import type { Segment } from './segment.ts';
import { compareUuids, uuidSize, writeUuid } from './uuids.ts';

/** What `findDocument` looks for. */
export function idBytesOf(id: NodeId): Uint8Array {
  const bytes = new Uint8Array(uuidSize);
  writeUuid(bytes, 0, id);
  return bytes;
}

/** Of several with the same id the last one: those before it are deleted. */
function find({ ids, byId }: Segment, wanted: Uint8Array, at: number): number {
  let [low, high] = [0, byId.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareUuids(ids, (byId[middle] ?? 0) * uuidSize, wanted, at) <= 0) low = middle + 1;
    else high = middle;
  }
  const last = low === 0 ? -1 : (byId[low - 1] ?? -1);
  return last >= 0 && compareUuids(ids, last * uuidSize, wanted, at) === 0 ? last : -1;
}

/** The number of the document with this id, deleted or not; -1: there is none. */
export const findDocument = (segment: Segment, id: Uint8Array): number => find(segment, id, 0);

/** The number in another segment of the document that has this number here; -1: it is not there. */
export const sameDocument = (segment: Segment, number: number, other: Segment): number =>
  find(other, segment.ids, number * uuidSize);
