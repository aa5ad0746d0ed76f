import { readerOf } from './varint.ts';

/** The rows that one record of a log writes. */
export interface WriteBatch {
  /** The sequence number of its first row. Each further row has the next number. */
  readonly sequence: number;
  readonly count: number;
  /** The keys that are written or deleted. */
  readonly keys: readonly string[];
}

/** Reads a record of a log. Throws `RangeError` if it is malformed. */
export function readWriteBatch(record: Buffer): WriteBatch {
  const reader = readerOf(record);
  const sequence = Number(reader.bytes(8).readBigUInt64LE());
  const count = reader.bytes(4).readUInt32LE();
  const keys: string[] = [];
  while (!reader.isAtEnd) {
    const isWrite = reader.bytes(1).readUInt8() === 1;
    keys.push(reader.sizedBytes().toString('utf8'));
    if (isWrite) reader.sizedBytes();
  }
  return { sequence, count, keys };
}
