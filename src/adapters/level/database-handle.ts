import { messageOf } from '../../base/errors/errors.ts';
import { storageFailure } from '../../base/errors/storage-failure.ts';
import type { Log } from '../../ports/log.ts';
import { type Database, openDatabase } from './database.ts';
import { requireDiskSpace } from './disk-space-check.ts';

/**
 * The open LevelDB, and whether it may be trusted. After a failed write LevelDB acknowledges writes that are gone after
 * the next start. It must be closed and opened again before the next write. Reads continue meanwhile.
 */
export interface DatabaseHandle {
  /** For reads. Waits while LevelDB is being opened again; rejects with `StorageFailed` if it cannot be opened. */
  forReads(): Database | Promise<Database>;
  /** For changes. Opens LevelDB again first if a write had failed; rejects with `StorageFailed` while the disk refuses. */
  forChanges(): Database | Promise<Database>;
  /** Call this after a failed write. */
  distrust(error: unknown): void;
  /** Why changes are refused now, or undefined. */
  readonly problem: string | undefined;
  close(): Promise<void>;
}

export interface DatabaseHandleOptions {
  readonly directory: string;
  readonly create: boolean;
  /** Called when LevelDB was opened again. The database holds only what survived. */
  readonly reopened: (database: Database) => Promise<void>;
  readonly log: Log;
}

export async function openDatabaseHandle(options: DatabaseHandleOptions): Promise<DatabaseHandle> {
  const { directory, log } = options;
  let database = await openDatabase(directory, options.create);
  let isOpen = true;
  let failure: unknown;
  let opening: Promise<Database> | undefined;

  const reopen = async (): Promise<Database> => {
    // Without disk space, the old database stays open, so that reads continue.
    if (isOpen) await requireDiskSpace(directory);
    isOpen = false;
    await database.close();
    database = await openDatabase(directory, false);
    // No caller may use the database before its last commit is known: numbers would be given twice.
    await options.reopened(database);
    isOpen = true;
    failure = undefined;
    log.info('The metadata store was opened again after a failed write.');
    return database;
  };

  const heal = (): Promise<Database> => {
    opening ??= reopen()
      .catch((error: unknown) => {
        failure = error;
        throw storageFailure('The metadata store cannot be written to', error);
      })
      .finally(() => {
        opening = undefined;
      });
    return opening;
  };

  return {
    forReads: () => (isOpen ? database : heal()),
    forChanges: () => (isOpen && failure === undefined ? database : heal()),
    distrust(error) {
      failure = error;
      log.error('A write to the metadata store failed.', { reason: messageOf(error) });
    },
    get problem() {
      return failure === undefined
        ? undefined
        : storageFailure('The metadata store cannot be written to', failure).message;
    },
    async close() {
      await opening?.catch(() => undefined);
      await database.close();
    },
  };
}
