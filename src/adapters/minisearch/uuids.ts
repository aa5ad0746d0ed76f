import type { NodeId } from '../../base/ids.ts';

export const uuidSize = 16;

/** Where the hyphens of a UUID stand. */
const hyphens = new Set([8, 13, 18, 23]);

const digitOf = (code: number): number => (code <= 0x39 ? code - 0x30 : code - 0x57);

/** Writes a node id as 16 bytes, in an order that is that of the ids. */
export function writeUuid(into: Uint8Array, at: number, id: NodeId): void {
  let written = at;
  for (let from = 0; from < 36; from += 2) {
    if (from === 8 || from === 13 || from === 18 || from === 23) from += 1;
    into[written] = (digitOf(id.charCodeAt(from)) << 4) | digitOf(id.charCodeAt(from + 1));
    written += 1;
  }
}

const hexadecimal = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** The node id that `writeUuid` wrote there. */
export function readUuid(from: Uint8Array, at: number): NodeId {
  let text = '';
  for (let place = 0; place < uuidSize; place += 1) {
    if (hyphens.has(text.length)) text += '-';
    text += hexadecimal[from[at + place] ?? 0];
  }
  // Only ids were written.
  return text as NodeId;
}

/** The order of two UUIDs, each 16 bytes from there on: below 0, 0 or above, as their texts compare. */
export function compareUuids(left: Uint8Array, leftAt: number, right: Uint8Array, rightAt: number): number {
  for (let place = 0; place < uuidSize; place += 1) {
    const difference = (left[leftAt + place] ?? 0) - (right[rightAt + place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
