import { messageOf, RepositoryError } from '../../base/errors/errors.ts';
import type { CommitNumber } from '../../base/ids.ts';
import { createMutex } from '../../base/scheduling/mutex.ts';
import type { Log } from '../../ports/log.ts';
import {
  type Change,
  type ChangeLogRow,
  type Collections,
  type CommitListener,
  ForgottenChanges,
  type Store,
  type StoreDamage,
} from '../../ports/store.ts';
import { acceptLoss } from './accept-loss.ts';
import { checkEveryBlock, checkStore } from './checked-store.ts';
import { committedCollection, type DatabaseSource, kinds, openChangeWrites } from './collections.ts';
import { openCommitFile, readCommitFile } from './commit-file.ts';
import { type Database, readEntries, readLogEnds, type Write, writeSynced } from './database.ts';
import { type DatabaseHandle, openDatabaseHandle } from './database-handle.ts';
import { type CommitTask, createGroupCommit, type PreparedChange, runTasks } from './group-commit.ts';
import { commitOfLogKey, isLogKey, logBounds, logKey, splitStoredKey } from './keys.ts';
import { damageOfMissing, findMissingChanges } from './lost-changes.ts';
import { createPendingWrites } from './pending-writes.ts';
import { createRecordCache, type RecordCache } from './record-cache.ts';
import { decodeRecord, encodeRecord } from './record-codec.ts';

export interface LevelStoreOptions {
  readonly directory: string;
  /** Make a new store where none is. Only `init` does so: otherwise a lost store would pass for an empty one. */
  readonly create: boolean;
  /** Where the highest commit number is kept outside LevelDB. */
  readonly commitFile: string;
  readonly log: Log;
  /**
   * Accept what is lost or damaged: damaged files go into a folder of this name, and what is missing is written into a file
   * of this name with `.json` behind it. Without damage neither is made.
   */
  readonly acceptLossInto?: string | undefined;
  /** Check in the background what was not checked at the start, as it is too much. */
  readonly checkInBackground?: boolean;
  /** Takes the place of the synced write, so that a failing disk can be tried out. */
  readonly write?: (database: Database, writes: readonly Write[]) => Promise<void>;
}

/** Rows of the change log that are forgotten in one write. */
const forgottenAtOnce = 1_000;

/** What callers hear; the files are the operator's business. */
const readOnly =
  'The repository is read-only: its metadata store is damaged. Its operator must restore a backup or accept the loss (edu-repo status tells more).';

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
  const turns = createMutex();
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
  let damage: readonly StoreDamage[] = [];
  const listeners: CommitListener[] = [];

  const tell = (keys: Iterable<string>): void => {
    if (listeners.length === 0) return;
    for (const stored of keys) {
      if (isLogKey(stored)) continue;
      const [kind, key] = splitStoredKey(stored);
      for (const listener of listeners) listener(kind, key);
    }
  };

  const noteDamage = (found: readonly StoreDamage[]): void => {
    const [first] = found;
    if (first === undefined) return;
    damage = [...damage, ...found];
    for (const { place, message } of found) log.error('The metadata store is damaged.', { place, problem: message });
    const more = damage.length === 1 ? '' : ` There are ${damage.length} such findings (edu-repo status).`;
    loss = `The metadata store is damaged, so it is read-only: ${first.place}: ${first.message}.${more} Restore a backup of the whole data directory, or go on without what is missing: edu-repo serve --accept-loss.`;
  };

  const takeState = async (database: Database): Promise<void> => {
    cache.clear();
    const { oldest, newest } = await readLogEnds(database);
    lastCommit = newest;
    lastPrepared = lastCommit;
    forgotten = Math.max(oldest - 1, 0);
  };

  const openHandle = (directory: string): Promise<DatabaseHandle> =>
    openDatabaseHandle({
      directory,
      create: options.create,
      log,
      async reopened(database) {
        const acknowledged = lastCommit;
        await takeState(database);
        if (lastCommit < acknowledged) {
          noteDamage([damageOfMissing(options.directory, [lastCommit + 1, acknowledged])]);
        }
        // A write that failed half-way can still have landed: whoever follows commits must hear of it.
        for (const { writes } of refused) tell(writes.map(([key]) => key));
        for (const change of refused) if (change.commit <= lastCommit) await runTasks(change, log);
        refused = [];
      },
    });

  /** What is wrong with the open store beside the files that were checked before. */
  const damageOf = async (database: Database, saved: CommitNumber | undefined): Promise<StoreDamage[]> => {
    const missing = await findMissingChanges(database, saved ?? 0);
    const unreadable = { place: options.commitFile, message: 'the file does not hold the number of the last change' };
    return [
      ...missing.map((range) => damageOfMissing(options.directory, range)),
      ...(saved === undefined ? [unreadable] : []),
    ];
  };

  const checked = await checkStore(options.directory, options.acceptLossInto);
  const handle = await openHandle(checked.directory).catch(async (error: unknown) => {
    await checked.release(false);
    throw error;
  });
  const { acceptLossInto } = options;
  /** Looks for what is lost; where there is no more than an operator accepts, the store can be changed. */
  const settleDamage = async (): Promise<CommitNumber> => {
    const database = await handle.forReads();
    const saved = await readCommitFile(options.commitFile);
    const found = [...checked.damage, ...(await damageOf(database, saved))];
    if (found.length > 0 && acceptLossInto !== undefined) {
      await acceptLoss({ database, damage: found, saved, commitFile: options.commitFile, keptFiles: acceptLossInto });
      log.warn('The loss of changes was accepted.', { report: `${acceptLossInto}.json` });
    } else noteDamage(found);
    await takeState(database);
    return saved ?? lastCommit;
  };
  const saved = await settleDamage()
    .then(async (number) => {
      await checked.markOpen();
      return number;
    })
    .catch(async (error: unknown) => {
      // A failure to close says less than what made it necessary.
      await handle.close().catch(() => undefined);
      await checked.release(false);
      throw error;
    });
  const commitFile = loss === undefined ? openCommitFile(options.commitFile, saved, () => lastCommit, log) : undefined;
  const checking =
    checked.everyBlock || options.checkInBackground !== true || loss !== undefined
      ? Promise.resolve()
      : checkEveryBlock(options.directory, () => closed).then(noteDamage, (error: unknown) =>
          log.warn('The metadata store could not be checked.', { reason: messageOf(error) }),
        );

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
    if (loss !== undefined) throw new RepositoryError('Unavailable', readOnly, { details: { retryAfter: null } });
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
    get damage() {
      return damage;
    },
    async change<T>(work: (change: Change) => Promise<T>): Promise<T> {
      // Whoever came before the store was closed may finish.
      if (closed) throw new RepositoryError('Unavailable', 'The repository is stopping; try again when it is back.');
      const { value, synced } = await turns.take(() => decide(work));
      await synced;
      return value;
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
      await checking;
      await commitFile?.close();
      await handle.close();
      await checked.release(loss === undefined);
    },
  };
}

function committedCollections(source: DatabaseSource, cache: RecordCache): Collections {
  // `kinds` names every kind, so every collection is there.
  return Object.fromEntries(
    kinds.map((kind) => [kind, committedCollection(kind, source, cache)]),
  ) as unknown as Collections;
}
