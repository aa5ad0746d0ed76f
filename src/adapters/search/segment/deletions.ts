/** Whether the bit of a document is set. Null has no bits set. */
export const isDeleted = (deleted: Uint8Array | null, number: number): boolean =>
  deleted !== null && (((deleted[number >>> 3] ?? 0) >>> (number & 7)) & 1) === 1;

/**
 * A copy of the bits in which the bits of these documents are set too. `size` is the number of documents in the
 * segment. Null means that no bit is set.
 */
export function withDeleted(deleted: Uint8Array | null, size: number, numbers: readonly number[]): Uint8Array | null {
  if (numbers.length === 0) return deleted;
  const bits = deleted === null ? new Uint8Array((size + 7) >>> 3) : deleted.slice();
  for (const number of numbers) bits[number >>> 3] = (bits[number >>> 3] ?? 0) | (1 << (number & 7));
  return bits;
}

const bitsIn = Uint8Array.from({ length: 256 }, (_, byte) => {
  let count = 0;
  for (let rest = byte; rest > 0; rest >>>= 1) count += rest & 1;
  return count;
});

/** The number of bits that are set. */
export function deletedCount(deleted: Uint8Array): number {
  let count = 0;
  for (const byte of deleted) count += bitsIn[byte] ?? 0;
  return count;
}

/** The documents whose bits are set in `now`, but not in `before`. */
export function* newlyDeleted(before: Uint8Array | null, now: Uint8Array | null): Generator<number> {
  if (now === null || now === before) return;
  for (let at = 0; at < now.length; at += 1) {
    const more = (now[at] ?? 0) & ~(before?.[at] ?? 0);
    for (let bit = 0; bit < 8 && more >>> bit > 0; bit += 1) if (((more >>> bit) & 1) === 1) yield at * 8 + bit;
  }
}
