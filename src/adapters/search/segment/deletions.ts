/** Whether the bit of a document is set; none is where there are no bits. */
export const isDeleted = (deleted: Uint8Array | null, number: number): boolean =>
  deleted !== null && (((deleted[number >>> 3] ?? 0) >>> (number & 7)) & 1) === 1;

/** The same bits with those of these documents set too, among so many documents. Null: none is set. The bits that are given stay as they are. */
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

/** How many bits are set. */
export function deletedCount(deleted: Uint8Array): number {
  let count = 0;
  for (const byte of deleted) count += bitsIn[byte] ?? 0;
  return count;
}

/** The documents whose bits were set since. */
export function* newlyDeleted(before: Uint8Array | null, now: Uint8Array | null): Generator<number> {
  if (now === null || now === before) return;
  for (let at = 0; at < now.length; at += 1) {
    const more = (now[at] ?? 0) & ~(before?.[at] ?? 0);
    for (let bit = 0; bit < 8 && more >>> bit > 0; bit += 1) if (((more >>> bit) & 1) === 1) yield at * 8 + bit;
  }
}
