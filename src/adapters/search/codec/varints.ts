/** A growable array of bytes. Elements beyond `length` have no meaning. */
export interface GrowingBytes {
  bytes: Uint8Array;
  length: number;
}

export const growingBytes = (capacity = 1024): GrowingBytes => ({ bytes: new Uint8Array(capacity), length: 0 });

/** The maximum length of a varint, in bytes. */
const maxVarintLength = 5;

function ensureCapacity(to: GrowingBytes, more: number): void {
  if (to.length + more <= to.bytes.length) return;
  const larger = new Uint8Array(Math.max(to.bytes.length * 2, to.length + more));
  larger.set(to.bytes.subarray(0, to.length));
  to.bytes = larger;
}

/**
 * Appends an integer below 2^32: seven bits per byte, the lowest first. All bytes but the last have their highest bit
 * set.
 */
export function writeVarint(to: GrowingBytes, value: number): void {
  if (to.length + maxVarintLength > to.bytes.length) ensureCapacity(to, maxVarintLength);
  const { bytes } = to;
  let at = to.length;
  let rest = value;
  while (rest > 0x7f) {
    bytes[at] = (rest & 0x7f) | 0x80;
    at += 1;
    rest >>>= 7;
  }
  bytes[at] = rest;
  to.length = at + 1;
}

/** Up to this many bytes, a loop copies faster than a call of `set`. */
const minBulkCopy = 48;

/** Appends the bytes `from[start, end)`. */
export function copyBytes(to: GrowingBytes, from: Uint8Array, start: number, end: number): void {
  const count = end - start;
  if (to.length + count > to.bytes.length) ensureCapacity(to, count);
  const { bytes, length } = to;
  if (count > minBulkCopy) bytes.set(from.subarray(start, end), length);
  else for (let at = 0; at < count; at += 1) bytes[length + at] = from[start + at] ?? 0;
  to.length = length + count;
}

/** A copy of the bytes that were added. */
export const writtenBytes = ({ bytes, length }: GrowingBytes): Uint8Array => bytes.slice(0, length);

/** A position in bytes that are read sequentially. */
export interface ByteCursor {
  readonly bytes: Uint8Array;
  at: number;
}

/** The offset after the varint at an offset. */
export function skipVarint(bytes: Uint8Array, at: number): number {
  let end = at;
  while ((bytes[end] ?? 0) >= 0x80) end += 1;
  return end + 1;
}

/** Reads what `writeVarint` wrote, and moves the cursor past it. */
export function readVarint(cursor: ByteCursor): number {
  let byte = cursor.bytes[cursor.at] ?? 0;
  cursor.at += 1;
  if (byte < 0x80) return byte;
  let value = byte & 0x7f;
  for (let shift = 7; byte >= 0x80; shift += 7) {
    byte = cursor.bytes[cursor.at] ?? 0;
    cursor.at += 1;
    value |= (byte & 0x7f) << shift;
  }
  return value >>> 0;
}
