import { storageFailure } from '../../base/errors/storage-failure.ts';
import { type CommittedReads, openChangeWrites } from '../records/change-collections.ts';
import { ChangeWriter } from '../records/change-writer.ts';
import type { Write } from '../records/pending-writes.ts';
import type { RecordCache } from '../records/record-cache.ts';
import type { StoreState } from '../records/store-state.ts';
import { readCommitted } from './collections.ts';
import { type Database, readEntries, readRecord } from './database.ts';
import type { DatabaseHandle } from './database-handle.ts';

/** Runs changes on LevelDB. `write` writes atomically, and has synced when it resolves. */
export const createLevelWriter = (
  state: StoreState,
  handle: DatabaseHandle,
  write: (database: Database, writes: readonly Write[]) => Promise<void>,
): ChangeWriter<Database> =>
  new ChangeWriter(state, {
    forChanges: handle.forChanges,
    openChange: (database, pending, afterCommit) =>
      openChangeWrites(committedReads(database, state.cache), pending, afterCommit),
    write,
    distrust: (error) => handle.distrust(error),
    refusal: storageFailure,
  });

const committedReads = (database: Database, cache: RecordCache): CommittedReads => ({
  read: (kind, stored) => readCommitted(kind, database, stored, cache),
  has: (stored) => readRecord(database, stored) !== undefined,
  entries: (bounds) => readEntries(database, bounds),
});
