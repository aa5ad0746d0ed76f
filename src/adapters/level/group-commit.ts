import { messageOf } from '../../base/errors/errors.ts';
import { storageFailure } from '../../base/errors/storage-failure.ts';
import type { CommitNumber } from '../../base/ids.ts';
import { yieldToEventLoop } from '../../base/scheduling/event-loop.ts';
import type { Log } from '../../ports/log.ts';
import type { Database, Write } from './database.ts';
import type { PendingWrites } from './pending-writes.ts';

export type CommitTask = () => void | Promise<void>;

/** A change that is decided and has a number, and waits for the disk. */
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

export interface GroupCommit {
  /** Resolves when the change is synced and its tasks have run. Changes are written in the order of the calls. */
  add(change: PreparedChange): Promise<void>;
  /** Resolves when no change waits. */
  idle(): Promise<void>;
}

/** The store's part in a group commit. */
export interface GroupCommitHooks {
  readonly database: () => Database | Promise<Database>;
  readonly pending: PendingWrites;
  /** Atomic, and on disk when it resolves. */
  readonly write: (database: Database, writes: readonly Write[]) => Promise<void>;
  /** Called with the number of the last synced change, and with the keys whose records changed. */
  committed(commit: CommitNumber, keys: readonly string[]): void;
  /** Called after a failed write with all changes that are refused because of it. Some may still have reached the disk. */
  failed(error: unknown, changes: readonly PreparedChange[]): void;
  readonly log: Log;
}

/** Runs the tasks of a committed change. A failure is logged; the change itself stands. */
export async function runTasks(change: PreparedChange, log: Log): Promise<void> {
  for (const task of change.tasks) {
    try {
      await task();
    } catch (error) {
      log.error('A task after a commit failed; the change itself stands.', {
        commit: change.commit,
        reason: messageOf(error),
      });
    }
  }
}

/**
 * Writes prepared changes to disk in synced batches, one at a time. Changes that come during a sync form the next batch.
 * After a write error, all waiting changes are refused.
 */
export function createGroupCommit(hooks: GroupCommitHooks): GroupCommit {
  let waiting: Waiting[] = [];
  let running: Promise<void> | undefined;

  const fail = (group: readonly Waiting[], error: unknown): void => {
    const all = [...group, ...waiting];
    waiting = [];
    hooks.pending.clear();
    hooks.failed(
      error,
      all.map(({ change }) => change),
    );
    const failure = storageFailure('The change could not be written to disk', error);
    for (const { reject } of all) reject(failure);
  };

  const writeGroup = async (group: readonly Waiting[]): Promise<void> => {
    const writes = group.flatMap(({ change }) => change.writes);
    const last = group.at(-1)?.change.commit ?? 0;
    try {
      if (writes.length > 0) await hooks.write(await hooks.database(), writes);
    } catch (error) {
      fail(group, error);
      return;
    }
    hooks.pending.settle(writes, last);
    hooks.committed(
      last,
      writes.map(([key]) => key),
    );
    for (const { change, resolve } of group) {
      if (change.tasks.length > 0) await runTasks(change, hooks.log);
      resolve();
    }
  };

  const run = async (): Promise<void> => {
    // Changes that are decided in the same turn of the event loop share a sync.
    await yieldToEventLoop();
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      await writeGroup(group);
    }
    running = undefined;
  };

  return {
    add: (change) =>
      new Promise((resolve, reject) => {
        waiting.push({ change, resolve, reject });
        running ??= run();
      }),
    idle: async () => {
      while (running !== undefined) await running;
    },
  };
}
