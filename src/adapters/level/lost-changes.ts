import type { CommitNumber } from '../../base/ids.ts';
import type { StoreDamage } from '../../ports/store.ts';
import { type Database, readEntries, readKeys, type Write, writeSynced } from './database.ts';
import { type Bounds, commitOfLogKey, logBounds, logKey, splitStoredKey } from './keys.ts';
import { decodeRecord, encodeRecord } from './record-codec.ts';

/** The range of missing changes, from the first to the last. */
export type MissingChanges = readonly [first: CommitNumber, last: CommitNumber];

/** Finds the gaps in the change log, and the changes between its end and `acknowledged`. */
export async function findMissingChanges(database: Database, acknowledged: CommitNumber): Promise<MissingChanges[]> {
  const missing: MissingChanges[] = [];
  let last: CommitNumber | undefined;
  for await (const key of readKeys(database, logBounds())) {
    const commit = commitOfLogKey(key);
    if (last !== undefined && commit > last + 1) missing.push([last + 1, commit - 1]);
    last = commit;
  }
  if (acknowledged > (last ?? 0)) missing.push([(last ?? 0) + 1, acknowledged]);
  return missing;
}

export const damageOfMissing = (directory: string, [first, last]: MissingChanges): StoreDamage => ({
  location: directory,
  message:
    first === last
      ? `change ${first} is missing, although the server acknowledged it`
      : `changes ${first} to ${last} are missing, although the server acknowledged them`,
});

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

/**
 * How many numbers the restarted change log skips: more than can be lost without a trace, so that no number is used
 * twice. The gap makes followers of the change log process all records.
 */
const skippedNumbers = 1_000_000;
const maxBatchSize = 1_000;

/** Restarts the change log after the last number that may have been acknowledged. Resolves to its first number. */
export async function restartChangeLog(database: Database, acknowledged: CommitNumber): Promise<CommitNumber> {
  const first = acknowledged + skippedNumbers;
  const row = logKey(first);
  let writes: Write[] = [[row, encodeRecord(row, [])]];
  for await (const key of readKeys(database, logBounds())) {
    if (key === row) continue;
    writes.push([key, null]);
    if (writes.length < maxBatchSize) continue;
    await writeSynced(database, writes);
    writes = [];
  }
  await writeSynced(database, writes);
  return first;
}
