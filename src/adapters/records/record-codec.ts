import { crc32 } from 'node:zlib';
import { DamagedRecord } from '../../ports/store.ts';

/**
 * The stored form of a record: one byte of format number, four bytes of CRC-32 over key, format and payload, then the
 * payload as JSON in UTF-8. LevelDB does not verify its own checksums on reads, so flipped bits would go unnoticed.
 */
const format = 1;
const headerLength = 5;

function checksum(key: string, payload: Uint8Array): number {
  return crc32(payload, (crc32(key) ^ format) >>> 0);
}

export function encodeRecord(key: string, value: unknown): Buffer {
  const payload = JSON.stringify(value);
  const record = Buffer.allocUnsafe(headerLength + Buffer.byteLength(payload));
  record.write(payload, headerLength);
  record.writeUInt8(format, 0);
  record.writeUInt32LE(checksum(key, record.subarray(headerLength)), 1);
  return record;
}

/**
 * Decodes a stored record. Throws `DamagedRecord` if the bytes are not what was written under this key. `kind` and
 * `name` are for the message.
 */
export function decodeRecord(key: string, record: Buffer, kind: string, name: string): unknown {
  if (record.length < headerLength || record[0] !== format) throw new DamagedRecord(kind, name);
  const payload = record.subarray(headerLength);
  if (record.readUInt32LE(1) !== checksum(key, payload)) throw new DamagedRecord(kind, name);
  return JSON.parse(payload.toString('utf8'));
}
