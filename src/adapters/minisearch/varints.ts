/** Bytes that are added to at their end; beyond `length` they mean nothing. */
export interface GrowingBytes {
  bytes: Uint8Array;
  length: number;
}

export const growingBytes = (capacity = 1024): GrowingBytes => ({ bytes: new Uint8Array(capacity), length: 0 });

/** The longest varint. */
const longest = 5;

function makeRoom(to: GrowingBytes, more: number): void {
  if (to.length + more <= to.bytes.length) return;
  const larger = new Uint8Array(Math.max(to.bytes.length * 2, to.length + more));
  larger.set(to.bytes.subarray(0, to.length));
  to.bytes = larger;
}

/** Adds a whole number below 2^32: seven bits a byte, the lowest first, each byte but the last with its highest bit set. */
export function writeVarint(to: GrowingBytes, value: number): void {
  makeRoom(to, longest);
  let rest = value;
  while (rest > 0x7f) {
    to.bytes[to.length] = (rest & 0x7f) | 0x80;
    to.length += 1;
    rest >>>= 7;
  }
  to.bytes[to.length] = rest;
  to.length += 1;
}

export function writeBytes(to: GrowingBytes, bytes: Uint8Array): void {
  makeRoom(to, bytes.length);
  to.bytes.set(bytes, to.length);
  to.length += bytes.length;
}

/** What was written, with no room behind it. */
export const writtenBytes = ({ bytes, length }: GrowingBytes): Uint8Array => bytes.slice(0, length);

/** A place in bytes that are read one after the other. */
export interface ByteCursor {
  readonly bytes: Uint8Array;
  at: number;
}

/** Reads what `writeVarint` wrote, and goes on behind it. */
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
