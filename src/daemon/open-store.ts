import { rename } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { fileExists, syncFolder } from '../adapters/durable-files/durable-files.ts';
import { openCommitFile, readCommitFile } from '../adapters/level/commit-file.ts';
import { copyRecords } from '../adapters/level/copied-records.ts';
import { type LevelStore, type LevelStoreOptions, openLevelStore } from '../adapters/level/store.ts';
import type { PostgresStore } from '../adapters/postgres/store.ts';
import { DataDirectoryError } from '../base/errors/data-directory-error.ts';
import { messageOf, RepositoryError } from '../base/errors/errors.ts';
import { LockedError } from '../base/errors/locked-error.ts';
import { storageErrorCode } from '../base/errors/storage-failure.ts';
import type { Log } from '../ports/log.ts';
import type { Store } from '../ports/store.ts';
import type { Configuration } from './configuration/configuration.ts';
import { secretOf } from './configuration/secrets.ts';
import { namesIn } from './data-directory/content-folder.ts';
import { dataPaths } from './data-directory/data-directory.ts';
import { makePrivateFolder } from './data-directory/private-files.ts';

/** How to open a store that may be damaged. */
export type StoreOptions = Pick<LevelStoreOptions, 'acceptLossInto' | 'checkInBackground'>;

/** The store of a repository, and the way to copy it into a backup. */
export type RecordStore = Store & Pick<LevelStore, 'copyTo'>;

/** What LevelDB says if another process, or this one, has the store open. */
const lockedByOther = /\bLOCK: (?:Resource temporarily unavailable|already held by process)/;

/** Opens the store in the data directory. `create` makes a new one; only `init` sets it. */
async function openLocalStore(
  dataDirectory: string,
  create: boolean,
  log: Log,
  options: StoreOptions,
): Promise<LevelStore> {
  const { store: directory, commitFile, movedStore } = dataPaths(dataDirectory);
  if (!create && (await isMoved(dataDirectory))) {
    throw new DataDirectoryError(`The records of ${dataDirectory} are in PostgreSQL, but no database is configured.`, {
      advice: `Set store.url in config.yaml. ${basename(movedStore)} has the records as they were before the move`,
    });
  }
  await makePrivateFolder(directory);
  try {
    return await openLevelStore({ directory, create, commitFile, log, ...options });
  } catch (error) {
    // A full disk or a missing permission is not damage. The caller explains these errors.
    if (storageErrorCode(error) !== undefined && storageErrorCode(error) !== 'ENOENT') throw error;
    const reason = messageOf(error instanceof Error && error.cause !== undefined ? error.cause : error);
    if (lockedByOther.test(reason)) throw new LockedError(dataDirectory, { cause: error });
    throw new DataDirectoryError(
      `Cannot open the metadata store in ${directory}: its files are missing or damaged (${reason}).`,
      { advice: 'Restore a backup of the data directory', cause: error },
    );
  }
}

const hasLocalStore = async (dataDirectory: string): Promise<boolean> =>
  (await namesIn(dataPaths(dataDirectory).store)).length > 0;

const isMoved = async (dataDirectory: string): Promise<boolean> =>
  (await fileExists(dataPaths(dataDirectory).movedStore)) && !(await hasLocalStore(dataDirectory));

/** Opens the store: in PostgreSQL if `store.url` is set, otherwise in the data directory. `create` makes a new one there. */
export async function openStore(
  dataDirectory: string,
  create: boolean,
  log: Log,
  { store: { url, password } }: Configuration,
  options: StoreOptions,
): Promise<RecordStore> {
  if (create || url === null) return openLocalStore(dataDirectory, create, log, options);
  const secret = password === null ? undefined : await secretOf('store.password', password, dataDirectory);
  return openRemoteStore(dataDirectory, log, { url, password: secret }, options);
}

/** The commit number in the data directory shows whether the database has lost changes, as it does for a local store. */
async function openRemoteStore(
  dataDirectory: string,
  log: Log,
  address: { readonly url: string; readonly password: string | undefined },
  options: StoreOptions,
): Promise<RecordStore> {
  const { commitFile } = dataPaths(dataDirectory);
  const saved = await readCommitFile(commitFile);
  // Most repositories have no database, so pg is loaded only here.
  const { openPostgresStore } = await import('../adapters/postgres/store.ts');
  const store = await openPostgresStore({
    address,
    acknowledged: saved,
    whenEmpty: () => localEntries(dataDirectory, log),
    acceptLoss: options.acceptLossInto !== undefined,
    log,
  }).catch((error: unknown) => {
    throw explained(dataDirectory, error);
  });
  try {
    await setAsideLocalStore(dataDirectory, store, log);
  } catch (error) {
    await store.close();
    throw error;
  }
  const commits = openCommitFile(commitFile, saved ?? 0, () => store.lastCommit, log);
  store.onCommit(commits.changed);
  return withCopies(store, commits.close);
}

function withCopies(store: PostgresStore, closeCommitFile: () => Promise<void>): RecordStore {
  const { close } = store;
  return Object.assign(store, {
    copyTo: (directory: string, mayContinue: () => void = () => undefined) =>
      copyRecords(store.allEntries(), directory, mayContinue),
    async close() {
      await close();
      await closeCommitFile();
    },
  });
}

function explained(dataDirectory: string, error: unknown): unknown {
  if (error instanceof DataDirectoryError || error instanceof RepositoryError) return error;
  const isInUse = error instanceof Error && error.name === 'DatabaseInUse';
  return new DataDirectoryError(
    `The records of ${dataDirectory} are in PostgreSQL, which cannot be used: ${messageOf(error)}.`,
    {
      advice: isInUse
        ? 'Stop the other server: one at a time may use a database. Or give this repository a schema of its own (store.url)'
        : 'Check that PostgreSQL runs, and store.url and store.password: edu-repo doctor',
      cause: error,
    },
  );
}

/** What an empty database begins with: the records that the data directory has. */
async function* localEntries(dataDirectory: string, log: Log): AsyncGenerator<[string, Buffer]> {
  if (!(await hasLocalStore(dataDirectory))) {
    throw new DataDirectoryError(
      `The database of ${dataDirectory} has no records, and neither has the data directory.`,
      {
        advice: 'Check store.url: it may name another database or schema. Otherwise restore a backup of the database',
      },
    );
  }
  const local = await openLocalStore(dataDirectory, false, log, {});
  try {
    const [damage] = local.damage;
    if (damage !== undefined) {
      throw new DataDirectoryError(`The records cannot move to PostgreSQL: ${damage.location}: ${damage.message}.`, {
        advice: 'Start the server once without store.url and with --accept-loss, or restore a backup',
      });
    }
    yield* local.allEntries();
  } finally {
    await local.close();
  }
}

/** Renames the store of the data directory when the database has its records, so that none of the two passes for the other. */
async function setAsideLocalStore(dataDirectory: string, store: PostgresStore, log: Log): Promise<void> {
  const paths = dataPaths(dataDirectory);
  if (!(await hasLocalStore(dataDirectory))) return;
  if (!store.isNew && !(await isSame(dataDirectory, store, log))) {
    throw new DataDirectoryError(`Both the database and ${paths.store} have records, and they differ.`, {
      advice: `To use the records of the database, move ${paths.store} away. To use those of the folder, for example of a restored backup, set store.url to an empty database or schema`,
    });
  }
  await rename(paths.store, paths.movedStore);
  await syncFolder(dirname(paths.movedStore));
  log.info('The records are in PostgreSQL now. The folder has them as they were before.', { folder: paths.movedStore });
}

/** Whether a move was interrupted after the database had all records. */
async function isSame(dataDirectory: string, store: PostgresStore, log: Log): Promise<boolean> {
  const local = await openLocalStore(dataDirectory, false, log, {});
  try {
    const [here, there] = await Promise.all([local.settings.get('landmarks'), store.settings.get('landmarks')]);
    return local.lastCommit === store.lastCommit && JSON.stringify(here) === JSON.stringify(there);
  } finally {
    await local.close();
  }
}
