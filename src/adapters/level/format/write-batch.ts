import { readerOf } from './varint.ts';

/**
 * Reads a record of a log: the sequence number of its first row, and the number of rows, which have consecutive numbers.
 * Throws `RangeError` if it is malformed.
 */
export function readWriteBatch(record: Buffer): { readonly sequence: number; readonly count: number } {
  const reader = readerOf(record);
  const sequence = Number(reader.bytes(8).readBigUInt64LE());
  const count = reader.bytes(4).readUInt32LE();
  while (!reader.isAtEnd) {
    const isWrite = reader.bytes(1).readUInt8() === 1;
    reader.sizedBytes();
    if (isWrite) reader.sizedBytes();
  }
  return { sequence, count };
}
