import { storageFailure } from '../../base/errors/storage-failure.ts';
import { DamagedRecord } from '../../ports/store.ts';
import type { Write } from '../records/pending-writes.ts';
import { decodeRecord } from '../records/record-codec.ts';
import { openDatabase, writeSynced } from './database.ts';

/** In bytes, LevelDB's default. The copy is written in key order, so its tables do not overlap and a larger buffer saves no merging. */
const copyWriteBuffer = 4 * 1_048_576;

/** The size of one write to the copy, in bytes. */
const writeBytes = 1_048_576;

/** All entries of a snapshot. Rejects with `StorageFailed` if they cannot be read, so that the copy is not taken for the cause. */
async function* readable(entries: AsyncIterable<[string, Buffer]>): AsyncGenerator<[string, Buffer]> {
  try {
    yield* entries;
  } catch (error) {
    throw storageFailure('The metadata store cannot be read', error, 'Check it with edu-repo verify.');
  }
}

function isDamaged(key: string, record: Buffer): boolean {
  try {
    decodeRecord(key, record, '', key);
    return false;
  } catch (error) {
    if (error instanceof DamagedRecord) return true;
    throw error;
  }
}

/**
 * Copies all entries of a snapshot, with their checksums, into a new database in `directory`. Resolves to the number of damaged records.
 * They are copied as they are, so that a check of the copy finds them. Calls `mayContinue` now and then, which throws to stop the copy.
 */
export async function copyRecords(
  entries: AsyncIterable<[string, Buffer]>,
  directory: string,
  mayContinue: () => void,
): Promise<number> {
  const to = await openDatabase(directory, true, copyWriteBuffer);
  try {
    let writes: Write[] = [];
    let bytes = 0;
    let damaged = 0;
    for await (const [key, value] of readable(entries)) {
      if (isDamaged(key, value)) damaged += 1;
      writes.push([key, value]);
      bytes += key.length + value.length;
      if (bytes < writeBytes) continue;
      mayContinue();
      await writeSynced(to, writes);
      [writes, bytes] = [[], 0];
    }
    await writeSynced(to, writes);
    return damaged;
  } finally {
    await to.close();
  }
}
