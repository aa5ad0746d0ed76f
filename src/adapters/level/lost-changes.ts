import { type Bounds, splitStoredKey } from '../records/keys.ts';
import { decodeRecord } from '../records/record-codec.ts';
import { type Database, readEntries } from './database.ts';

/** The records of a store, for the report about its damage. */
interface Inventory {
  /** Kind of record -> number of records. */
  readonly counts: Readonly<Record<string, number>>;
  /** Keys of the records whose checksum does not match. */
  readonly damagedRecords: readonly string[];
}

const everything: Bounds = { gte: Buffer.alloc(0), lt: Buffer.from([0xff]) };

export async function takeInventory(database: Database): Promise<Inventory> {
  const counts: Record<string, number> = {};
  const damagedRecords: string[] = [];
  for await (const [stored, record] of readEntries(database, everything)) {
    const [kind, key] = splitStoredKey(stored);
    counts[kind] = (counts[kind] ?? 0) + 1;
    try {
      decodeRecord(stored, record, kind, key);
    } catch {
      damagedRecords.push(stored);
    }
  }
  return { counts, damagedRecords };
}
