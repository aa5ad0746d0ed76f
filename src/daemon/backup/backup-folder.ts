import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type ContentLayout, contentLayout } from '../../adapters/filesystem/content-layout.ts';
import { createContentLinks, type LinkContent } from '../../adapters/filesystem/content-links.ts';
import { openContentStore } from '../../adapters/filesystem/content-store.ts';
import { type LevelStore, openLevelStore } from '../../adapters/level/store.ts';
import { RepositoryError, systemErrorCode } from '../../base/errors/errors.ts';
import { storageFailure } from '../../base/errors/storage-failure.ts';
import type { BackupFolder, OpenBackupFolder } from '../../ports/backup-folder.ts';
import type { Log } from '../../ports/log.ts';
import { namesIn } from '../data-directory/content-folder.ts';
import { dataPaths, markerText } from '../data-directory/data-directory.ts';
import { copyDurably, syncFolder, writeDurably } from '../data-directory/durable-files.ts';
import { makePrivateFolder, restrictToOwner } from '../data-directory/private-files.ts';
import { prepareBackup, unfinishedMark } from './backup-location.ts';

export interface BackupSource {
  readonly dataDirectory: string;
  readonly store: LevelStore;
  readonly log: Log;
}

/** What a backup does not have: it is copied in another way, made again when it is missing, or belongs to the process. */
function namesToSkip(dataDirectory: string): string[] {
  const { marker, store, commitFile, content, operatorToken, index, previews, texts, exports, run, lock } =
    dataPaths(dataDirectory);
  const paths = [marker, store, commitFile, content, operatorToken, index, previews, texts, exports, run, lock];
  return paths.map((path) => basename(path));
}

/** A failed write names the backup, because the repository is not affected. */
const writeFailure = (folder: string, error: unknown): RepositoryError =>
  storageFailure(
    `The backup in ${folder} could not be written`,
    error,
    'Correct that, then run the command again: it continues where it stopped.',
  );

/** Runs work that writes to the backup and does not read contents of the repository. */
async function writing<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isFromSystem = systemErrorCode(error) !== undefined && !(error instanceof RepositoryError);
    throw isFromSystem ? writeFailure(folder, error) : error;
  }
}

async function copyStore({ store, log }: BackupSource, folder: string): Promise<LevelStore> {
  const { store: directory, commitFile } = dataPaths(folder);
  await rm(directory, { recursive: true, force: true });
  await rm(commitFile, { force: true });
  await makePrivateFolder(directory);
  await store.copyTo(directory, commitFile);
  const copy = await openLevelStore({ directory, create: false, commitFile, log });
  const [damage] = copy.damage;
  if (damage === undefined) return copy;
  await copy.close();
  const message = `The backup in ${folder} was not stored correctly: ${damage.location}: ${damage.message}. Check its disk, and choose a new folder.`;
  throw new RepositoryError('StorageFailed', message);
}

const contentsOf = (dataDirectory: string): ContentLayout => contentLayout(dataPaths(dataDirectory).content);

const linksFrom = (previous: string, dataDirectory: string, folder: string): LinkContent =>
  createContentLinks({ source: contentsOf(dataDirectory), from: contentsOf(previous), to: contentsOf(folder) });

async function complete(dataDirectory: string, folder: string): Promise<void> {
  const { store, content, marker } = dataPaths(folder);
  // Links to contents are not synced one by one.
  for (const name of await namesIn(content)) await syncFolder(join(content, name));
  await restrictToOwner(store);
  await copyDurably(dataDirectory, folder, { excluded: namesToSkip(dataDirectory), replace: true });
  await writeDurably(marker, markerText());
  await rm(unfinishedMark(folder));
  await syncFolder(folder);
}

/** Makes backups of a data directory in other folders of this machine. Each is a data directory that a server can use. */
export const createOpenBackupFolder =
  (repository: BackupSource): OpenBackupFolder =>
  async (location) => {
    const { dataDirectory } = repository;
    const { folder, previous } = location;
    const content = await writing(folder, async () => {
      await prepareBackup(location, dataDirectory);
      return openContentStore(dataPaths(folder).content);
    });
    const link = previous === undefined ? undefined : linksFrom(previous, dataDirectory, folder);
    return {
      content: {
        has: (hash) => writing(folder, () => content.has(hash)),
        write: (bytes) =>
          content.write(bytes).catch((error: unknown) => {
            // Other errors come from reading the content.
            throw error instanceof RepositoryError ? writeFailure(folder, error) : error;
          }),
      },
      link: (hash) => writing(folder, async () => (await link?.(hash)) ?? false),
      copyStore: () => writing(folder, () => copyStore(repository, folder)),
      complete: () => writing(folder, () => complete(dataDirectory, folder)),
    } satisfies BackupFolder;
  };
