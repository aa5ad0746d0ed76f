import { messageOf, type RepositoryError } from '../../base/errors/errors.ts';
import type { CommitNumber } from '../../base/ids.ts';
import { yieldToEventLoop } from '../../base/scheduling/event-loop.ts';
import type { MaybePromise } from '../../base/scheduling/maybe-promise.ts';
import type { Log } from '../../ports/log.ts';
import type { PendingWrites, Write } from './pending-writes.ts';

export type CommitTask = () => void | Promise<void>;

/** A numbered change that is not on disk yet. */
export interface PreparedChange {
  readonly commit: CommitNumber;
  readonly writes: readonly Write[];
  readonly tasks: readonly CommitTask[];
}

interface Waiting {
  readonly change: PreparedChange;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

interface GroupCommitHooks<Database> {
  readonly database: () => MaybePromise<Database>;
  readonly pending: PendingWrites;
  /** Writes atomically. The rows are on disk when the promise resolves. */
  readonly write: (database: Database, writes: readonly Write[]) => Promise<void>;
  /** Called with the number of the last synced change, and with the keys whose records changed. */
  committed(commit: CommitNumber, keys: readonly string[]): void;
  /** Called after a failed write with all changes that are refused because of it. Some may still have reached the disk. */
  failed(error: unknown, changes: readonly PreparedChange[]): void;
  /** What the callers of the changes that a failed write refuses get. */
  refusal(error: unknown): RepositoryError;
  readonly log: Log;
}

/** Runs the tasks of a committed change. Failures are only logged. */
export async function runTasks(change: PreparedChange, log: Log): Promise<void> {
  for (const task of change.tasks) {
    try {
      await task();
    } catch (error) {
      log.error('A task after a commit failed. The change itself was committed.', {
        commit: change.commit,
        reason: messageOf(error),
      });
    }
  }
}

/**
 * Writes prepared changes to disk in synced batches, one at a time. Changes that are added during a sync form the next
 * batch. After a write error, all waiting changes are refused.
 */
export class GroupCommit<Database> {
  readonly #hooks: GroupCommitHooks<Database>;
  #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;

  constructor(hooks: GroupCommitHooks<Database>) {
    this.#hooks = hooks;
  }

  /** Resolves when the change is synced and its tasks have run. Changes are written in the order of the calls. */
  add(change: PreparedChange): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ change, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Resolves when no change is waiting. */
  async idle(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  async #run(): Promise<void> {
    // Changes that are prepared in the same iteration of the event loop share a sync.
    await yieldToEventLoop();
    while (this.#waiting.length > 0) {
      const group = this.#waiting;
      this.#waiting = [];
      await this.#write(group);
    }
    this.#running = undefined;
  }

  async #write(group: readonly Waiting[]): Promise<void> {
    const { database, pending, write, log } = this.#hooks;
    const writes = group.flatMap(({ change }) => change.writes);
    const last = group.at(-1)?.change.commit ?? 0;
    try {
      if (writes.length > 0) await write(await database(), writes);
    } catch (error) {
      this.#fail(group, error);
      return;
    }
    pending.settle(writes, last);
    const keys = writes.map(([key]) => key);
    this.#hooks.committed(last, keys);
    for (const { change, resolve } of group) {
      if (change.tasks.length > 0) await runTasks(change, log);
      resolve();
    }
  }

  #fail(group: readonly Waiting[], error: unknown): void {
    const all = [...group, ...this.#waiting];
    this.#waiting = [];
    this.#hooks.pending.clear();
    const changes = all.map(({ change }) => change);
    this.#hooks.failed(error, changes);
    const failure = this.#hooks.refusal(error);
    for (const { reject } of all) reject(failure);
  }
}
