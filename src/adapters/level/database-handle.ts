import { messageOf } from '../../base/errors/errors.ts';
import { storageFailure } from '../../base/errors/storage-failure.ts';
import type { MaybePromise } from '../../base/scheduling/maybe-promise.ts';
import type { Log } from '../../ports/log.ts';
import { type Database, openDatabase } from './database.ts';
import { requireDiskSpace } from './disk-space-check.ts';

interface DatabaseHandleOptions {
  readonly directory: string;
  readonly create: boolean;
  /** Called after LevelDB was opened again. `database` contains only what is on disk. */
  readonly reopened: (database: Database) => Promise<void>;
  readonly log: Log;
}

export async function openDatabaseHandle(options: DatabaseHandleOptions): Promise<DatabaseHandle> {
  return new DatabaseHandle(options, await openDatabase(options.directory, options.create));
}

const unwritable = (error: unknown) => storageFailure('The metadata store cannot be written to', error);

/**
 * The open LevelDB. After a failed write, LevelDB would acknowledge further writes that are lost at the next start. It is
 * therefore closed and opened again before the next write. Until then, reads continue.
 */
export class DatabaseHandle {
  readonly #options: DatabaseHandleOptions;
  #database: Database;
  #isOpen = true;
  #failure: unknown;
  #opening: Promise<Database> | undefined;

  constructor(options: DatabaseHandleOptions, database: Database) {
    this.#options = options;
    this.#database = database;
  }

  /**
   * The database for reads. Waits while LevelDB is being opened again; rejects with `StorageFailed` if it cannot be
   * opened.
   */
  readonly forReads = (): MaybePromise<Database> => (this.#isOpen ? this.#database : this.#reopenOnce());

  /**
   * For changes. If a write has failed, opens LevelDB again first. Rejects with `StorageFailed` if LevelDB cannot be
   * opened.
   */
  readonly forChanges = (): MaybePromise<Database> =>
    this.#isOpen && this.#failure === undefined ? this.#database : this.#reopenOnce();

  /** Call this after a failed write. */
  distrust(error: unknown): void {
    this.#failure = error;
    this.#options.log.error('A write to the metadata store failed.', { reason: messageOf(error) });
  }

  /** Why changes are refused now; undefined if they are accepted. */
  get problem(): string | undefined {
    return this.#failure === undefined ? undefined : unwritable(this.#failure).message;
  }

  async close(): Promise<void> {
    await this.#opening?.catch(() => undefined);
    await this.#database.close();
  }

  #reopenOnce(): Promise<Database> {
    this.#opening ??= this.#reopen()
      .catch((error: unknown) => {
        this.#failure = error;
        throw unwritable(error);
      })
      .finally(() => {
        this.#opening = undefined;
      });
    return this.#opening;
  }

  async #reopen(): Promise<Database> {
    const { directory, log, reopened } = this.#options;
    // Without disk space, the old database stays open, so that reads continue.
    if (this.#isOpen) await requireDiskSpace(directory);
    this.#isOpen = false;
    await this.#database.close();
    this.#database = await openDatabase(directory, false);
    // No change may start before the last commit is known: it could get a number that is already used.
    await reopened(this.#database);
    this.#isOpen = true;
    this.#failure = undefined;
    log.info('The metadata store was opened again after a failed write.');
    return this.#database;
  }
}
