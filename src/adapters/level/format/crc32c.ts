/** Eight tables of 256 entries, to process eight bytes at a time: every start checks all files of a small store. */
const table = new Int32Array(8 * 256);

for (let byte = 0; byte < 256; byte += 1) {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = (crc & 1) === 1 ? (crc >>> 1) ^ 0x82_f6_3b_78 : crc >>> 1;
  table[byte] = crc;
}
for (let at = 256; at < table.length; at += 1) {
  const before = table[at - 256] as number;
  table[at] = (table[before & 0xff] as number) ^ (before >>> 8);
}

/** CRC-32C (Castagnoli) of `bytes` from `start` to `end`, as LevelDB computes it. */
export function crc32c(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let crc = -1;
  let at = start;
  // Every index is below the length of its array.
  for (; at < end - 7; at += 8) {
    const word =
      (bytes[at] as number) |
      ((bytes[at + 1] as number) << 8) |
      ((bytes[at + 2] as number) << 16) |
      ((bytes[at + 3] as number) << 24);
    crc ^= word;
    crc =
      (table[1792 + (crc & 0xff)] as number) ^
      (table[1536 + ((crc >>> 8) & 0xff)] as number) ^
      (table[1280 + ((crc >>> 16) & 0xff)] as number) ^
      (table[1024 + (crc >>> 24)] as number) ^
      (table[768 + (bytes[at + 4] as number)] as number) ^
      (table[512 + (bytes[at + 5] as number)] as number) ^
      (table[256 + (bytes[at + 6] as number)] as number) ^
      (table[bytes[at + 7] as number] as number);
  }
  for (; at < end; at += 1) crc = (table[(crc ^ (bytes[at] as number)) & 0xff] as number) ^ (crc >>> 8);
  return (crc ^ -1) >>> 0;
}

/** How one more zero byte changes the difference of two checksums. */
const afterZeroByte = (difference: number): number => (table[difference & 0xff] as number) ^ (difference >>> 8);

/** Whether one flipped bit within `length` bytes explains that two checksums differ by `difference` (one XOR the other). */
export function differsByOneBit(difference: number, length: number): boolean {
  const candidates = Array.from({ length: 8 }, (_, bit) => table[1 << bit] as number);
  for (let distance = 0; distance < length; distance += 1) {
    for (let bit = 0; bit < 8; bit += 1) {
      const candidate = candidates[bit] as number;
      if (candidate >>> 0 === difference >>> 0) return true;
      candidates[bit] = afterZeroByte(candidate);
    }
  }
  return false;
}

const delta = 0xa2_82_ea_d8;

/** LevelDB masks the checksums that it stores, because its data may contain checksums. */
export const maskChecksum = (crc: number): number => (((crc >>> 15) | (crc << 17)) + delta) >>> 0;

export function unmaskChecksum(masked: number): number {
  const rotated = (masked - delta) >>> 0;
  return ((rotated >>> 17) | (rotated << 15)) >>> 0;
}
