import { messageOf, RepositoryError } from '../../base/errors.ts';
import type { CommitNumber } from '../../base/ids.ts';
import type { Log } from '../../ports/log.ts';
import type { Change, ChangeLogRow, Collections, Store } from '../../ports/store.ts';
import { committedCollection, type DatabaseSource, kinds, openChangeWrites } from './collections.ts';
import { readCommitFile, writeCommitFile } from './commit-file.ts';
import { type Database, openDatabase, readEntries, readLastCommit, type Write, writeSynced } from './database.ts';
import { decodeRecord, encodeRecord } from './envelope.ts';
import { type CommitTask, createGroupCommit, type PreparedChange } from './group-commit.ts';
import { commitOfLogKey, logBounds, logKey, splitStoredKey } from './keys.ts';
import { createPendingWrites } from './pending-writes.ts';
import { createRecordCache, type RecordCache } from './record-cache.ts';
import { createTurns } from './turns.ts';

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

const commitFileInterval = 5_000;
const reopenAttempts = 3;
const cachedBytes = 24_000_000;

/**
 * The store in LevelDB. One change is decided at a time, on top of those that are decided but not yet synced; those
 * share a synced batch. After a write error nothing is acknowledged until LevelDB was closed and opened again:
 * it would otherwise acknowledge writes that are gone after the next start.
 */
export async function openLevelStore(options: LevelStoreOptions): Promise<Store> {
  const { log } = options;
  let database: Database = await openDatabase(options.directory, options.create);
  let lastCommit = await readLastCommit(database);
  let lastPrepared = lastCommit;
  let reopening: Promise<void> | undefined;
  let closed = false;
  // Rises with every failure, so that a change that was being decided meanwhile is not taken for good.
  let generation = 0;
  const pending = createPendingWrites();
  const cache = createRecordCache(cachedBytes);
  const turns = createTurns();

  const highestKnown = await readCommitFile(options.commitFile);
  const loss =
    highestKnown > lastCommit
      ? `The metadata store has lost changes: it ends at change ${lastCommit}, but change ${highestKnown} was acknowledged. Nothing is changed until this is mended: restore a backup.`
      : undefined;
  let breakdown: string | undefined;
  if (loss !== undefined) log.error(loss);

  const reopen = async (): Promise<void> => {
    for (let attempt = 1; attempt <= reopenAttempts; attempt += 1) {
      try {
        await database.close();
        cache.clear();
        database = await openDatabase(options.directory, false);
        lastCommit = await readLastCommit(database);
        lastPrepared = lastCommit;
        breakdown = undefined;
        return;
      } catch (error) {
        breakdown = `The metadata store cannot be opened again after a failed write: ${messageOf(error)}.`;
        log.error(breakdown, { attempt });
      }
    }
  };

  const recover = async (error: unknown): Promise<CommitNumber> => {
    generation += 1;
    log.error('A write to the metadata store failed; it is closed and opened again.', { reason: messageOf(error) });
    reopening = reopen().finally(() => {
      reopening = undefined;
    });
    await reopening;
    return lastCommit;
  };

  const openNow = (): Database | Promise<Database> =>
    reopening === undefined && breakdown === undefined ? database : openLater();

  const openLater = async (): Promise<Database> => {
    reopening ??= reopen().finally(() => {
      reopening = undefined;
    });
    await reopening;
    if (breakdown !== undefined) throw new RepositoryError('StorageFailed', breakdown);
    return database;
  };

  const group = createGroupCommit({
    database: () => database,
    pending,
    committed(commit, keys) {
      lastCommit = commit;
      cache.drop(keys);
    },
    write: options.write ?? writeSynced,
    recover,
    log,
  });

  let savedCommit = highestKnown;
  const saveCommitNumber = async (): Promise<void> => {
    const commit = lastCommit;
    if (commit <= savedCommit) return;
    await writeCommitFile(options.commitFile, commit);
    savedCommit = commit;
  };
  const timer = setInterval(() => {
    saveCommitNumber().catch((error: unknown) =>
      log.warn('The commit number could not be saved.', { reason: messageOf(error) }),
    );
  }, commitFileInterval);
  timer.unref();

  const seal = (writes: ReadonlyMap<string, Buffer | null>, tasks: readonly CommitTask[]): PreparedChange => {
    const commit = lastPrepared + 1;
    lastPrepared = commit;
    const row = logKey(commit);
    const keys = [...writes.keys()].map(splitStoredKey);
    const all: Write[] = [...writes, [row, encodeRecord(row, keys)]];
    pending.add(writes, commit);
    return { commit, writes: all, tasks };
  };

  /** Whoever came before the store was closed may finish. */
  const assertOpen = (): void => {
    if (closed) throw new RepositoryError('Unavailable', 'The repository is stopping; try again when it is back.');
  };

  const assertWritable = (): void => {
    if (loss !== undefined) throw new RepositoryError('Unavailable', loss);
  };

  /** Decides a change; returns how to wait for the disk, so that the next one can be decided meanwhile. */
  const decide = async <T>(work: (change: Change) => Promise<T>): Promise<{ value: T; synced: Promise<void> }> => {
    assertWritable();
    const base = await openNow();
    const before = generation;
    const tasks: CommitTask[] = [];
    const { collections, writes } = openChangeWrites(base, pending);
    const value = await work({ ...collections, afterCommit: (task) => tasks.push(task) });
    if (before !== generation) {
      throw new RepositoryError('StorageFailed', 'The disk failed while the change was being made. Try again.');
    }
    if (writes.size === 0) return { value, synced: Promise.resolve() };
    return { value, synced: group.add(seal(writes, tasks)) };
  };

  return {
    ...committedCollections(openNow, cache),
    get lastCommit() {
      return lastCommit;
    },
    get problem() {
      return loss ?? breakdown;
    },
    async change(work) {
      assertOpen();
      const { value, synced } = await turns.take(() => decide(work));
      await synced;
      return value;
    },
    async *changesSince(commit): AsyncGenerator<ChangeLogRow> {
      for await (const [stored, record] of readEntries(await openNow(), logBounds(commit))) {
        const number = commitOfLogKey(stored);
        // The checksum vouches for what `seal` wrote.
        const keys = decodeRecord(stored, record, 'log', String(number)) as ChangeLogRow['keys'];
        yield { commit: number, keys };
      }
    },
    async close() {
      if (closed) return;
      closed = true;
      clearInterval(timer);
      await turns.take(async () => {});
      await group.idle();
      if (loss === undefined) await saveCommitNumber();
      await database.close();
    },
  };
}

function committedCollections(source: DatabaseSource, cache: RecordCache): Collections {
  // `kinds` names every kind, so every collection is there.
  return Object.fromEntries(
    kinds.map((kind) => [kind, committedCollection(kind, source, cache)]),
  ) as unknown as Collections;
}
