import { RepositoryError } from '../../base/errors/errors.ts';
import type { CommitNumber } from '../../base/ids.ts';
import type { MaybePromise } from '../../base/scheduling/maybe-promise.ts';
import { createMutex } from '../../base/scheduling/mutex.ts';
import type { Change } from '../../ports/store.ts';
import { type CommitTask, GroupCommit, type PreparedChange } from './group-commit.ts';
import { logKey, splitStoredKey } from './keys.ts';
import { PendingWrites, type Write } from './pending-writes.ts';
import { encodeRecord } from './record-codec.ts';
import { notifyListeners, type StoreState, type WriteFailure } from './store-state.ts';

/** The maximum number of rows of the change log that one write deletes. */
const trimBatchSize = 1_000;

/** The message for callers. It names no files: only the operator sees them, in the log and in the status. */
const readOnly =
  'The repository is read-only because its metadata store is damaged. Ask the operator to restore a backup or to accept the loss (see edu-repo status).';

/** A change that is being made, and its writes. */
export interface ChangeWrites {
  readonly change: Change;
  /** The written records by key; null if the change deletes the key. */
  readonly writes: ReadonlyMap<string, Buffer | null>;
}

/** What changes are written to. */
export interface WriterTarget<Database> {
  /** Rejects or throws if no change can be made now. */
  forChanges(): MaybePromise<Database>;
  /** Opens a change that reads the database and, before it, the pending writes. */
  openChange(database: Database, pending: PendingWrites, afterCommit: Change['afterCommit']): ChangeWrites;
  /** Writes atomically. The rows are on disk when the promise resolves. */
  write(database: Database, writes: readonly Write[]): Promise<void>;
  /** Called after a failed write. */
  distrust(error: unknown): void;
  /** What callers get after a failed write. `what` failed: a sentence without its end. */
  refusal(what: string, error: unknown): RepositoryError;
}

/**
 * Runs changes one at a time. Each builds on the changes that are prepared but not yet synced. Changes that are prepared
 * during a sync share the next synced batch.
 */
export class ChangeWriter<Database> {
  readonly #state: StoreState;
  readonly #target: WriterTarget<Database>;
  readonly #group: GroupCommit<Database>;
  readonly #pending = new PendingWrites();
  readonly #mutex = createMutex();

  constructor(state: StoreState, target: WriterTarget<Database>) {
    this.#state = state;
    this.#target = target;
    this.#group = new GroupCommit({
      database: () => target.forChanges(),
      pending: this.#pending,
      write: (database, writes) => target.write(database, writes),
      committed(commit, keys) {
        state.lastCommit = commit;
        state.cache.drop(keys);
        notifyListeners(state, keys);
      },
      failed(error, changes) {
        state.lastFailure = { reason: error };
        state.refused.push(...changes);
        target.distrust(error);
      },
      refusal: (error) => target.refusal('The change could not be written to disk', error),
      log: state.log,
    });
  }

  /** Resolves when the change is synced. */
  async change<T>(work: (change: Change) => Promise<T>): Promise<T> {
    const { value, synced } = await this.#mutex.take(() => this.#run(work));
    await synced;
    return value;
  }

  /** Deletes the rows of the change log up to `commit`, except the newest row. */
  async trimChangeLog(commit: CommitNumber): Promise<void> {
    const state = this.#state;
    // The newest row stays: the next start reads the last commit number from it.
    const last = Math.min(commit, state.lastCommit - 1);
    while (state.lastTrimmed < last && !state.closed) {
      const from = state.lastTrimmed + 1;
      state.lastTrimmed = Math.min(state.lastTrimmed + trimBatchSize, last);
      const writes: Write[] = [];
      for (let number = from; number <= state.lastTrimmed; number += 1) writes.push([logKey(number), null]);
      await this.#group.add({ commit: state.lastPrepared, writes, tasks: [] });
    }
  }

  /** Resolves when all started changes are synced or have failed. */
  idle(): Promise<void> {
    return this.pause(async () => undefined);
  }

  /** Runs `work` when all started changes are synced or have failed. Changes that start later wait for it. */
  pause<T>(work: () => Promise<T>): Promise<T> {
    return this.#mutex.take(async () => {
      await this.#group.idle();
      return work();
    });
  }

  /** Runs and prepares a change. `synced` resolves when it is on disk, so the next change can run before that. */
  async #run<T>(work: (change: Change) => Promise<T>): Promise<{ value: T; synced: Promise<void> }> {
    const state = this.#state;
    if (state.damageProblem !== undefined) {
      throw new RepositoryError('Unavailable', readOnly, { details: { retryAfter: null } });
    }
    const before = state.lastFailure;
    const database = await this.#target.forChanges();
    const tasks: CommitTask[] = [];
    const afterCommit = (task: CommitTask): void => void tasks.push(task);
    const { change, writes } = this.#target.openChange(database, this.#pending, afterCommit);
    let value: T;
    try {
      value = await work(change);
    } finally {
      // The change may have read what is not on disk after all.
      this.#requireNoFailureSince(before);
    }
    if (writes.size === 0) return { value, synced: this.#earlierChangesSynced() };
    return { value, synced: this.#group.add(this.#prepare(writes, tasks)) };
  }

  #requireNoFailureSince(before: WriteFailure | undefined): void {
    const { lastFailure } = this.#state;
    if (lastFailure === undefined || lastFailure === before) return;
    throw this.#target.refusal('An earlier change could not be written to disk', lastFailure.reason);
  }

  /** Numbers the change and adds its row to the change log. */
  #prepare(writes: ReadonlyMap<string, Buffer | null>, tasks: readonly CommitTask[]): PreparedChange {
    const commit = this.#state.lastPrepared + 1;
    this.#state.lastPrepared = commit;
    const row = logKey(commit);
    const keys = [...writes.keys()].map(splitStoredKey);
    this.#pending.add(writes, commit);
    return { commit, writes: [...writes, [row, encodeRecord(row, keys)]], tasks };
  }

  /**
   * A change without writes may depend on earlier changes, so its caller must not get the result before those are on disk.
   */
  #earlierChangesSynced(): Promise<void> {
    const { lastPrepared, lastCommit } = this.#state;
    return lastPrepared > lastCommit
      ? this.#group.add({ commit: lastPrepared, writes: [], tasks: [] })
      : Promise.resolve();
  }
}
