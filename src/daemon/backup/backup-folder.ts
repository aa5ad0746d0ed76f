import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { syncFolder, writeDurably } from '../../adapters/durable-files/durable-files.ts';
import { type ContentLayout, contentLayout } from '../../adapters/filesystem/content-layout.ts';
import { createContentLinks } from '../../adapters/filesystem/content-links.ts';
import { createContentReader, openContentStore } from '../../adapters/filesystem/content-store.ts';
import { openLevelStore } from '../../adapters/level/store.ts';
import { messageOf, RepositoryError, systemErrorCode } from '../../base/errors/errors.ts';
import { storageFailure } from '../../base/errors/storage-failure.ts';
import type { ContentHash } from '../../base/ids.ts';
import type {
  BackupFolder,
  BackupFolders,
  BackupLocation,
  CopiedStore,
  LastBackup,
  Presence,
} from '../../ports/backup-folder.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import type { Log } from '../../ports/log.ts';
import { namesIn } from '../data-directory/content-folder.ts';
import { copyDurably, statIfThere } from '../data-directory/copy-durably.ts';
import { dataPaths, markerText, readRunFile } from '../data-directory/data-directory.ts';
import { makePrivateFolder, restrictToOwner } from '../data-directory/private-files.ts';
import type { RecordStore } from '../open-store.ts';
import { prepareBackup, unfinishedMark } from './backup-location.ts';
import { manifestFile, writeManifest } from './backup-manifest.ts';

export interface BackupSource {
  readonly dataDirectory: string;
  readonly store: RecordStore;
  readonly content: Pick<ContentStore, 'size'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** What a backup does not have: it is copied in another way, made again when it is missing, or belongs to the process. */
function namesToSkip(dataDirectory: string): string[] {
  const all = dataPaths(dataDirectory);
  const paths = [
    ...[
      all.marker,
      all.store,
      all.movedStore,
      all.commitFile,
      all.content,
      all.movedContent,
      all.operatorToken,
      all.index,
      all.previews,
    ],
    ...[all.texts, all.exports, all.importUploads, all.run, all.lock, all.lastBackup],
  ];
  // The system makes `lost+found` in the root of a file system, for root only.
  return ['lost+found', ...[manifestFile(dataDirectory), ...paths].map((path) => basename(path))];
}

/** A failed write names the backup, because the repository is not affected. */
const writeFailure = (folder: string, error: unknown): RepositoryError =>
  storageFailure(
    `The backup in ${folder} could not be written`,
    error,
    'Correct that, then run the command again: it continues where it stopped.',
  );

/** Runs work that writes to the backup. Failures to read the repository must be `RepositoryError`s: they pass through. */
async function writing<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isFromSystem = systemErrorCode(error) !== undefined && !(error instanceof RepositoryError);
    throw isFromSystem ? writeFailure(folder, error) : error;
  }
}

async function copyStore({ store, log }: BackupSource, folder: string, mayContinue: () => void): Promise<CopiedStore> {
  const { store: directory, commitFile } = dataPaths(folder);
  await rm(directory, { recursive: true, force: true });
  await rm(commitFile, { force: true });
  await makePrivateFolder(directory);
  const damagedRecords = await store.copyTo(directory, mayContinue);
  const copy = await openLevelStore({ directory, create: false, commitFile, log });
  const [damage] = copy.damage;
  if (damage === undefined) return { store: copy, damagedRecords };
  await copy.close();
  const message = `The backup in ${folder} was not stored correctly: ${damage.location}: ${damage.message}. Check its disk, and choose a new folder.`;
  throw new RepositoryError('StorageFailed', message);
}

const contentsOf = (dataDirectory: string): ContentLayout => contentLayout(dataPaths(dataDirectory).content);

/** Removes the configuration that an earlier attempt copied. It may have been deleted in the repository since. */
async function removeOthers(folder: string): Promise<void> {
  const { store, content, commitFile } = dataPaths(folder);
  const kept = new Set([store, content, commitFile, unfinishedMark(folder)]);
  const paths = (await namesIn(folder)).map((name) => join(folder, name));
  for (const path of paths) if (!kept.has(path)) await rm(path, { recursive: true });
}

/** Finishes a backup. Its last change is the mark that it is complete. */
async function complete({ dataDirectory }: BackupSource, folder: string, backup: LastBackup): Promise<void> {
  const { store, content, marker } = dataPaths(folder);
  // Links to contents are not synced one by one.
  for (const name of await namesIn(content)) await syncFolder(join(content, name));
  await restrictToOwner(store);
  await removeOthers(folder);
  await copyDurably(dataDirectory, folder, namesToSkip(dataDirectory));
  const text = markerText({ at: backup.at, commit: backup.commit });
  await writeManifest(folder, text, [unfinishedMark(folder)]);
  await writeDurably(marker, text);
  await rm(unfinishedMark(folder));
  await syncFolder(folder);
}

/** The backup is complete also if this fails. */
async function remember({ dataDirectory, log }: BackupSource, backup: LastBackup): Promise<void> {
  try {
    await writeDurably(dataPaths(dataDirectory).lastBackup, `${JSON.stringify(backup)}\n`);
  } catch (error) {
    log.warn('The time of the last backup could not be saved.', { reason: messageOf(error) });
  }
}

/** The file may have been changed by hand. */
const isLastBackup = (last: Partial<LastBackup> | null | undefined): last is LastBackup =>
  typeof last?.folder === 'string' &&
  typeof last.at === 'string' &&
  !Number.isNaN(Date.parse(last.at)) &&
  Number.isInteger(last.commit) &&
  Number.isInteger(last.problems);

/** In bytes. Undefined for a file that is missing or cannot be looked up. */
const sizeOf = (path: string): Promise<number | undefined> =>
  statIfThere(path).then(
    (found) => found?.size,
    () => undefined,
  );

/** The methods of `BackupFolder` that concern contents. */
function createBackupContents(
  { content: source }: BackupSource,
  { folder, previous }: BackupLocation,
  content: ContentStore,
): Pick<BackupFolder, 'presence' | 'link' | 'content' | 'previous'> {
  const target = contentsOf(folder);
  const earlier = previous === undefined ? undefined : contentsOf(previous);
  const link = earlier && createContentLinks(earlier, target);
  /** Whether a file has the size of the content in the repository. */
  const hasSameSize = async (hash: ContentHash, path: string): Promise<boolean> => {
    const size = await source.size(hash);
    return size !== undefined && size === (await sizeOf(path));
  };
  const presence = async (hash: ContentHash): Promise<Presence> => {
    if (!(await content.has(hash))) return 'none';
    return (await hasSameSize(hash, target.file(hash))) ? 'same' : 'other';
  };
  return {
    presence: (hash) => writing(folder, () => presence(hash)),
    async link(hash) {
      if (earlier === undefined || link === undefined) return false;
      return (await hasSameSize(hash, earlier.file(hash))) && link(hash);
    },
    content: {
      write: (bytes) =>
        content.write(bytes).catch((error: unknown) => {
          // Other errors come from reading the content.
          throw error instanceof RepositoryError ? writeFailure(folder, error) : error;
        }),
    },
    previous: earlier && createContentReader(earlier),
  };
}

/** Makes backups of a data directory in other folders of this machine. Each is a data directory that a server can use. */
export const createBackupFolders = (repository: BackupSource): BackupFolders => ({
  async open(location) {
    const { folder } = location;
    const content = await writing(folder, async () => {
      await prepareBackup(location, repository.dataDirectory);
      return openContentStore(dataPaths(folder).content);
    });
    return {
      ...createBackupContents(repository, location, content),
      copyStore: (mayContinue) => writing(folder, () => copyStore(repository, folder, mayContinue)),
      async complete(backup) {
        const last: LastBackup = { folder, at: repository.clock.now().toISOString(), ...backup };
        await writing(folder, () => complete(repository, folder, last));
        await remember(repository, last);
      },
    };
  },
  async last() {
    const last = await readRunFile<Partial<LastBackup> | null>(dataPaths(repository.dataDirectory).lastBackup);
    return isLastBackup(last) ? last : undefined;
  },
});
