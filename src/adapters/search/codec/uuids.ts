import type { NodeId } from '../../../base/ids.ts';

export const uuidSize = 16;

const digitOf = (code: number): number => (code <= 0x39 ? code - 0x30 : code - 0x57);

/** Writes a node ID as 16 bytes, which sort like the IDs. */
export function writeUuid(into: Uint8Array, at: number, id: NodeId): void {
  let written = at;
  for (let from = 0; from < 36; from += 2) {
    if (from === 8 || from === 13 || from === 18 || from === 23) from += 1;
    into[written] = (digitOf(id.charCodeAt(from)) << 4) | digitOf(id.charCodeAt(from + 1));
    written += 1;
  }
}

/** The last 16 bits of a node ID. They are random; the first ones tell the time, and are the same for years. */
export const lastBitsOf = (id: NodeId): number =>
  (digitOf(id.charCodeAt(32)) << 12) |
  (digitOf(id.charCodeAt(33)) << 8) |
  (digitOf(id.charCodeAt(34)) << 4) |
  digitOf(id.charCodeAt(35));

/** The length of a node ID as text. */
export const uuidLength = 36;

/** The offset of the digits of each byte in the text of an ID. */
const textOffsets = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
const digits = Buffer.from('0123456789abcdef');
const blank = Buffer.alloc(uuidLength, '-');

/** Writes the text of the node ID that `writeUuid` wrote at `at`. */
export function writeUuidText(into: Uint8Array, to: number, from: Uint8Array, at: number): void {
  into.set(blank, to);
  for (let index = 0; index < uuidSize; index += 1) {
    const [byte, letter] = [from[at + index] ?? 0, textOffsets[index] ?? 0];
    into[to + letter] = digits[byte >>> 4] ?? 0;
    into[to + letter + 1] = digits[byte & 0xf] ?? 0;
  }
}

/** V8 flattens a concatenated string of this length whenever it is looked up, so IDs are decoded from a buffer. */
const written = Buffer.alloc(uuidLength);

/** Returns the node ID that `writeUuid` wrote at `at`. */
export function readUuid(from: Uint8Array, at: number): NodeId {
  writeUuidText(written, 0, from, at);
  // `writeUuid` wrote the bytes, so the text is a node ID.
  return written.toString('latin1') as NodeId;
}

/** Compares two UUIDs of 16 bytes at the given offsets. The result is below 0, 0 or above 0, as for their texts. */
export function compareUuids(left: Uint8Array, leftAt: number, right: Uint8Array, rightAt: number): number {
  for (let index = 0; index < uuidSize; index += 1) {
    const difference = (left[leftAt + index] ?? 0) - (right[rightAt + index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
