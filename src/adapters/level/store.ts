import { unlessDryRun } from '../../base/dry-run.ts';
import { messageOf, RepositoryError } from '../../base/errors/errors.ts';
import type { CommitNumber } from '../../base/ids.ts';
import type { Log } from '../../ports/log.ts';
import type { ChangeLogRow, Collections, Store, StoreDamage } from '../../ports/store.ts';
import { changesAfter } from '../records/change-log.ts';
import type { ChangeWriter } from '../records/change-writer.ts';
import { logBounds } from '../records/keys.ts';
import { kinds } from '../records/kinds.ts';
import { damageOfMissing, findMissingChanges } from '../records/missing-changes.ts';
import type { Write } from '../records/pending-writes.ts';
import type { RecordCache } from '../records/record-cache.ts';
import {
  createStoreState,
  recordDamage,
  resumeAfterReopen,
  type StoreState,
  setCommitNumbers,
} from '../records/store-state.ts';
import { acceptLoss } from './accept-loss.ts';
import { type CheckedStore, checkOpenStore, checkStore } from './checked-store.ts';
import { committedCollection, type DatabaseSource } from './collections.ts';
import { type CommitFile, openCommitFile, readCommitFile } from './commit-file.ts';
import { copyRecords } from './copied-records.ts';
import { type Database, readAllEntries, readEntries, readKeys, readLogEnds, writeSynced } from './database.ts';
import { type DatabaseHandle, openDatabaseHandle } from './database-handle.ts';
import { createLevelWriter } from './level-writer.ts';

export interface LevelStoreOptions {
  readonly directory: string;
  /** Create a new store if there is none. Only `init` does so; otherwise a lost store would pass for an empty one. */
  readonly create: boolean;
  /** The file with the highest commit number, outside LevelDB. */
  readonly commitFile: string;
  readonly log: Log;
  /**
   * Accept that data is lost or damaged. Damaged files are moved into a folder with this path, and a report of what is
   * missing is written to this path with `.json` appended. Without damage, neither is created.
   */
  readonly acceptLossInto?: string | undefined;
  /** Check every block of the tables in the background, if the start does not check them. */
  readonly checkInBackground?: boolean;
  /** Replaces the synced write, so that tests can simulate a failing disk. */
  readonly write?: (database: Database, writes: readonly Write[]) => Promise<void>;
}

interface OpenParts {
  readonly state: StoreState;
  readonly checked: CheckedStore;
  readonly handle: DatabaseHandle;
  readonly writer: ChangeWriter<Database>;
  readonly commitFile: CommitFile | undefined;
  /** Resolves when the check in the background has ended. */
  readonly backgroundCheck: Promise<void>;
  readonly check: () => Promise<void>;
}

/** A store in LevelDB. */
export interface LevelStore extends Store {
  /**
   * Copies all records as they are now to a new store, without blocking changes. The folder `directory` must be empty or missing.
   * Resolves when the copy is on disk, to the number of damaged records in it. Rejects with `StorageFailed` if the store cannot be read, and
   * with what `mayContinue` throws, which is called now and then.
   */
  copyTo(directory: string, mayContinue?: () => void): Promise<number>;
  /** All records and the change log in their stored form, from a snapshot. */
  allEntries(): AsyncIterable<[string, Buffer]>;
}

/** Opens the store in LevelDB. `ChangeWriter` and `DatabaseHandle` describe how it writes and how it handles write errors. */
export async function openLevelStore(options: LevelStoreOptions): Promise<LevelStore> {
  const { directory, log } = options;
  const state = createStoreState(directory, log);
  const checked = await checkStore(directory, options.acceptLossInto);
  const handle = await openHandle(options, checked, state);
  const saved = await settleDamageOrClose(options, checked, handle, state);
  const isDamaged = state.damageProblem !== undefined;
  const commitFile = isDamaged ? undefined : openCommitFile(options.commitFile, saved, () => state.lastCommit, log);
  if (commitFile !== undefined) state.listeners.push(commitFile.changed);
  const backgroundCheck = isDamaged ? Promise.resolve() : checkInBackground(options, checked, state);
  const writer = createLevelWriter(state, handle, options.write ?? writeSynced);
  const check = (): Promise<void> => checkNow(options, state);
  return storeOf({ state, checked, handle, writer, commitFile, backgroundCheck, check });
}

async function openHandle(
  options: LevelStoreOptions,
  checked: CheckedStore,
  state: StoreState,
): Promise<DatabaseHandle> {
  try {
    return await openDatabaseHandle({
      directory: checked.directory,
      create: options.create,
      log: options.log,
      reopened: async (database) => resumeAfterReopen(state, await readLogEnds(database)),
    });
  } catch (error) {
    await checked.release(false);
    throw error;
  }
}

/** Missing changes, and an unreadable commit file. `checkStore` finds all other damage. */
async function damageOf(
  { directory, commitFile }: LevelStoreOptions,
  database: Database,
  saved: CommitNumber | undefined,
): Promise<StoreDamage[]> {
  const missing = await findMissingChanges(readKeys(database, logBounds()), saved ?? 0);
  const unreadable = { location: commitFile, message: 'the file does not contain the number of the last change' };
  return [...missing.map((range) => damageOfMissing(directory, range)), ...(saved === undefined ? [unreadable] : [])];
}

/** Looks for damage. If the operator has accepted it, the store stays writable. Resolves to the saved commit number. */
async function settleDamage(
  options: LevelStoreOptions,
  checked: CheckedStore,
  handle: DatabaseHandle,
  state: StoreState,
): Promise<CommitNumber> {
  const { commitFile, acceptLossInto, log } = options;
  const database = await handle.forReads();
  const saved = await readCommitFile(commitFile);
  const damage = [...checked.damage, ...(await damageOf(options, database, saved))];
  if (damage.length > 0 && acceptLossInto !== undefined) {
    await acceptLoss({ database, damage, saved, commitFile, damagedFiles: acceptLossInto });
    log.warn('The store continues without the lost data (--accept-loss). See the report.', {
      report: `${acceptLossInto}.json`,
    });
  } else recordDamage(state, damage);
  setCommitNumbers(state, await readLogEnds(database));
  return saved ?? state.lastCommit;
}

async function settleDamageOrClose(
  options: LevelStoreOptions,
  checked: CheckedStore,
  handle: DatabaseHandle,
  state: StoreState,
): Promise<CommitNumber> {
  try {
    const saved = await settleDamage(options, checked, handle, state);
    await checked.markOpen();
    return saved;
  } catch (error) {
    // The caller gets the first error.
    await handle.close().catch(() => undefined);
    await checked.release(false);
    throw error;
  }
}

async function checkInBackground(options: LevelStoreOptions, checked: CheckedStore, state: StoreState): Promise<void> {
  if (checked.everyBlock || options.checkInBackground !== true) return;
  try {
    await checkNow(options, state);
  } catch (error) {
    options.log.warn('The metadata store could not be checked.', { reason: messageOf(error) });
  }
}

async function checkNow({ directory }: LevelStoreOptions, state: StoreState): Promise<void> {
  const found = await checkOpenStore(directory, () => state.closed).catch((error: unknown) => {
    throw new RepositoryError('StorageFailed', `The metadata store could not be checked: ${messageOf(error)}.`, {
      cause: error,
    });
  });
  const known = new Set(state.damage.map(({ location }) => location));
  recordDamage(
    state,
    found.filter(({ location }) => !known.has(location)),
  );
}

function storeOf(parts: OpenParts): LevelStore {
  const { state, handle, writer } = parts;
  return {
    ...committedCollections(handle.forReads, state.cache),
    get lastCommit() {
      return state.lastCommit;
    },
    get problem() {
      return state.damageProblem ?? handle.problem;
    },
    get damage() {
      return state.damage;
    },
    check: parts.check,
    async change(work) {
      // Changes that started before the store was closed may finish.
      if (state.closed) throw new RepositoryError('Unavailable', 'The server is stopping. Try again later.');
      return writer.change(unlessDryRun(work));
    },
    changesSince: (commit) => changesSince(handle, state, commit),
    trimChangeLog: (commit) => writer.trimChangeLog(commit),
    onCommit(listener) {
      state.listeners.push(listener);
    },
    copyTo: async (directory, mayContinue = () => undefined) =>
      copyRecords(readAllEntries(await handle.forReads()), directory, mayContinue),
    async *allEntries() {
      yield* readAllEntries(await handle.forReads());
    },
    close: () => closeStore(parts),
  };
}

function committedCollections(source: DatabaseSource, cache: RecordCache): Collections {
  // `kinds` contains every kind, so no collection is missing.
  return Object.fromEntries(
    kinds.map((kind) => [kind, committedCollection(kind, source, cache)]),
  ) as unknown as Collections;
}

async function* changesSince(
  handle: DatabaseHandle,
  state: StoreState,
  commit: CommitNumber,
): AsyncGenerator<ChangeLogRow> {
  const database = await handle.forReads();
  yield* changesAfter(commit, state.lastTrimmed, readEntries(database, logBounds(commit)));
}

async function closeStore({ state, writer, backgroundCheck, commitFile, handle, checked }: OpenParts): Promise<void> {
  if (state.closed) return;
  state.closed = true;
  await writer.idle();
  await backgroundCheck;
  await commitFile?.close();
  await handle.close();
  await checked.release(state.damageProblem === undefined);
}
