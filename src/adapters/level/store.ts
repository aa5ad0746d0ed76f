import { RepositoryError } from '../../base/errors.ts';
import type { CommitNumber } from '../../base/ids.ts';
import { nextTurn } from '../../base/next-turn.ts';
import { createTurns } from '../../base/turns.ts';
import type { Log } from '../../ports/log.ts';
import {
  type Change,
  type ChangeLogRow,
  type Collections,
  type CommitListener,
  ForgottenChanges,
  type Store,
} from '../../ports/store.ts';
import { committedCollection, type DatabaseSource, kinds, openChangeWrites } from './collections.ts';
import { openCommitFile } from './commit-file.ts';
import { type Database, readEntries, readLogEnds, type Write, writeSynced } from './database.ts';
import { openDatabaseHandle } from './database-handle.ts';
import { decodeRecord, encodeRecord } from './envelope.ts';
import { type CommitTask, createGroupCommit, type PreparedChange, runTasks } from './group-commit.ts';
import { commitOfLogKey, isLogKey, logBounds, logKey, splitStoredKey } from './keys.ts';
import { createPendingWrites } from './pending-writes.ts';
import { createRecordCache, type RecordCache } from './record-cache.ts';

export interface LevelStoreOptions {
  readonly directory: string;
  /** Make a new store where none is. Only `init` does so: otherwise a lost store would pass for an empty one. */
  readonly create: boolean;
  /** Where the highest commit number is kept outside LevelDB. */
  readonly commitFile: string;
  readonly log: Log;
  /** Takes the place of the synced write, so that a failing disk can be tried out. */
  readonly write?: (database: Database, writes: readonly Write[]) => Promise<void>;
}

/** Rows of the change log that are forgotten in one write. */
const forgottenAtOnce = 1_000;

/** Nodes that were answered are kept as answers besides: for these no record is read again. */
const cachedBytes = 8_000_000;

/**
 * The store in LevelDB. One change is decided at a time, on top of those that are decided but not yet synced; those
 * share a synced batch. After a write error nothing is acknowledged until LevelDB was closed and opened again:
 * it would otherwise acknowledge writes that are gone after the next start.
 */
export async function openLevelStore(options: LevelStoreOptions): Promise<Store> {
  const { log } = options;
  const pending = createPendingWrites();
  const cache = createRecordCache(cachedBytes);
  const turns = createTurns();
  let lastCommit = 0;
  let lastPrepared = 0;
  /** Up to here the change log is gone, or may be. */
  let forgotten = 0;
  let closed = false;
  // Rises with every failure, so that a change that was being decided meanwhile is not taken for good.
  let failures = 0;
  let refused: PreparedChange[] = [];
  // Changes that were acknowledged are gone: from then on nothing is changed, so that no number is given twice.
  let loss: string | undefined;
  const listeners: CommitListener[] = [];

  const tell = (keys: Iterable<string>): void => {
    if (listeners.length === 0) return;
    for (const stored of keys) {
      if (isLogKey(stored)) continue;
      const [kind, key] = splitStoredKey(stored);
      for (const listener of listeners) listener(kind, key);
    }
  };

  const lossOf = (found: CommitNumber, acknowledged: CommitNumber): string => {
    const message = `The metadata store has lost changes: it ends at change ${found}, but change ${acknowledged} was acknowledged. Nothing is changed until this is mended: restore a backup of the whole data directory.`;
    log.error(message);
    return message;
  };

  const takeState = async (database: Database): Promise<void> => {
    cache.clear();
    const { oldest, newest } = await readLogEnds(database);
    lastCommit = newest;
    lastPrepared = lastCommit;
    forgotten = Math.max(oldest - 1, 0);
  };

  const handle = await openDatabaseHandle({
    directory: options.directory,
    create: options.create,
    log,
    async reopened(database) {
      const acknowledged = lastCommit;
      await takeState(database);
      if (lastCommit < acknowledged) loss = lossOf(lastCommit, acknowledged);
      // A write that failed half-way can still have landed: whoever follows commits must hear of it.
      for (const { writes } of refused) tell(writes.map(([key]) => key));
      for (const change of refused) if (change.commit <= lastCommit) await runTasks(change, log);
      refused = [];
    },
  });
  await takeState(await handle.forReads());
  const commitFile = await openCommitFile(options.commitFile, () => lastCommit, log);
  if (commitFile.ahead) loss = lossOf(lastCommit, commitFile.saved);

  const group = createGroupCommit({
    // Nothing is written before `decide` has asked for a database that may be trusted.
    database: handle.forChanges,
    pending,
    write: options.write ?? writeSynced,
    committed(commit, keys) {
      lastCommit = commit;
      cache.drop(keys);
      tell(keys);
    },
    failed(error, changes) {
      failures += 1;
      refused.push(...changes);
      handle.distrust(error);
    },
    log,
  });

  const seal = (writes: ReadonlyMap<string, Buffer | null>, tasks: readonly CommitTask[]): PreparedChange => {
    const commit = lastPrepared + 1;
    lastPrepared = commit;
    const row = logKey(commit);
    const keys = [...writes.keys()].map(splitStoredKey);
    const all: Write[] = [...writes, [row, encodeRecord(row, keys)]];
    pending.add(writes, commit);
    return { commit, writes: all, tasks };
  };

  /**
   * When all that was decided before is on disk: a change that writes nothing may rest on what others wrote, and nobody
   * may hear of that earlier.
   */
  const settled = (): Promise<void> =>
    lastPrepared > lastCommit ? group.add({ commit: lastPrepared, writes: [], tasks: [] }) : Promise.resolve();

  /** Decides a change; returns how to wait for the disk, so that the next one can be decided meanwhile. */
  const decide = async <T>(work: (change: Change) => Promise<T>): Promise<{ value: T; synced: Promise<void> }> => {
    if (loss !== undefined) throw new RepositoryError('Unavailable', loss);
    const before = failures;
    const database = await handle.forChanges();
    const tasks: CommitTask[] = [];
    const { collections, writes } = openChangeWrites(database, pending, cache);
    const value = await work({ ...collections, afterCommit: (task) => tasks.push(task) });
    if (before !== failures) {
      throw new RepositoryError('StorageFailed', 'The disk failed while the change was being made. Try again.');
    }
    if (writes.size === 0) return { value, synced: settled() };
    return { value, synced: group.add(seal(writes, tasks)) };
  };

  return {
    ...committedCollections(handle.forReads, cache),
    get lastCommit() {
      return lastCommit;
    },
    get problem() {
      return loss ?? handle.problem;
    },
    async change<T, R = T>(work: (change: Change) => Promise<T>, whileSyncing?: (value: T) => Promise<R>): Promise<R> {
      // Whoever came before the store was closed may finish.
      if (closed) throw new RepositoryError('Unavailable', 'The repository is stopping; try again when it is back.');
      const { value, synced } = await turns.take(() => decide(work));
      // Without `whileSyncing` R is T.
      const made = whileSyncing === undefined ? (value as unknown as R) : nextTurn().then(() => whileSyncing(value));
      await Promise.allSettled([made, synced]);
      await synced;
      return made;
    },
    async *changesSince(commit): AsyncGenerator<ChangeLogRow> {
      const database = await handle.forReads();
      if (commit < forgotten) throw new ForgottenChanges(commit, forgotten);
      for await (const [stored, record] of readEntries(database, logBounds(commit))) {
        const number = commitOfLogKey(stored);
        // The checksum vouches for what `seal` wrote.
        const keys = decodeRecord(stored, record, 'log', String(number)) as ChangeLogRow['keys'];
        yield { commit: number, keys };
      }
    },
    async forgetChanges(commit) {
      // The number of the newest one must be found at the next start.
      const last = Math.min(commit, lastCommit - 1);
      while (forgotten < last && !closed) {
        const from = forgotten + 1;
        forgotten = Math.min(forgotten + forgottenAtOnce, last);
        const writes: Write[] = [];
        for (let number = from; number <= forgotten; number += 1) writes.push([logKey(number), null]);
        await group.add({ commit: lastPrepared, writes, tasks: [] });
      }
    },
    onCommit(listener) {
      listeners.push(listener);
    },
    async close() {
      if (closed) return;
      closed = true;
      await turns.take(async () => {});
      await group.idle();
      await commitFile.close();
      await handle.close();
    },
  };
}

function committedCollections(source: DatabaseSource, cache: RecordCache): Collections {
  // `kinds` names every kind, so every collection is there.
  return Object.fromEntries(
    kinds.map((kind) => [kind, committedCollection(kind, source, cache)]),
  ) as unknown as Collections;
}
