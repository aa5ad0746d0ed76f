import { messageOf } from '../../base/errors/errors.ts';
import { storageFailure } from '../../base/errors/storage-failure.ts';
import type { CommitNumber } from '../../base/ids.ts';
import { yieldToEventLoop } from '../../base/scheduling/event-loop.ts';
import type { Log } from '../../ports/log.ts';
import type { Database, Write } from './database.ts';
import type { PendingWrites } from './pending-writes.ts';

export type CommitTask = () => void | Promise<void>;

/** A change that is decided and numbered, and waits for the disk. */
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
  /** Resolves when nothing waits any more. */
  idle(): Promise<void>;
}

/** How the surrounding store takes part. */
export interface GroupCommitHooks {
  readonly database: () => Database | Promise<Database>;
  readonly pending: PendingWrites;
  /** All or nothing, and on disk when it resolves. */
  readonly write: (database: Database, writes: readonly Write[]) => Promise<void>;
  /** Called with the last number that is safe on disk, and with the keys whose records changed. */
  committed(commit: CommitNumber, keys: readonly string[]): void;
  /** Called after a failed write with all the changes that are refused for it. One may still have reached the disk. */
  failed(error: unknown, changes: readonly PreparedChange[]): void;
  readonly log: Log;
}

/** Runs what is to be done after a commit. A failure is logged: the change itself stands. */
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
 * Writes prepared changes to disk: one synced batch at a time, and while it is being synced the next ones gather.
 * After any write error nothing that waits is acknowledged.
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
    // Whatever was decided in the same turn shares a sync.
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
