import type { CommitNumber } from '../../base/ids.ts';
import { type Database, openDatabase, readAllEntries, readLogEnds, type Write, writeSynced } from './database.ts';

/** The size of one write to the copy, in bytes. */
const writeBytes = 1_048_576;

/**
 * Copies all records of a snapshot, with their checksums, into a new database in `directory`. Resolves to the last change in it. The
 * records are on disk then.
 */
export async function copyRecords(from: Database, directory: string): Promise<CommitNumber> {
  const to = await openDatabase(directory, true);
  try {
    let writes: Write[] = [];
    let bytes = 0;
    for await (const [key, value] of readAllEntries(from)) {
      writes.push([key, value]);
      bytes += key.length + value.length;
      if (bytes < writeBytes) continue;
      await writeSynced(to, writes);
      [writes, bytes] = [[], 0];
    }
    await writeSynced(to, writes);
    return (await readLogEnds(to)).newest;
  } finally {
    await to.close();
  }
}
