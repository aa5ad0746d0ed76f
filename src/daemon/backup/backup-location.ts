import { readdir, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { writeDurably } from '../../adapters/durable-files/durable-files.ts';
import { badRequest, messageOf, RepositoryError, systemErrorCode } from '../../base/errors/errors.ts';
import { storageErrorCode } from '../../base/errors/storage-failure.ts';
import { isWithin } from '../../base/is-within.ts';
import type { BackupLocation, LastBackup } from '../../ports/backup-folder.ts';
import { statIfThere } from '../data-directory/copy-durably.ts';
import { dataPaths, readRunFile } from '../data-directory/data-directory.ts';
import { makePrivateFolder } from '../data-directory/private-files.ts';

/** Marks a folder as an unfinished backup. */
export const unfinishedMark = (folder: string): string => join(folder, 'unfinished-backup.json');

interface UnfinishedMark {
  /** The data directory that the backup is made of. */
  readonly dataDirectory: string;
}

const reasonOf = (error: unknown): string =>
  systemErrorCode(error) === 'ENOTDIR' ? 'it is a file, or a folder above it is a file' : messageOf(error);

/** Resolves symbolic links in the part of the path that exists. */
async function realPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT' || dirname(path) === path) throw error;
    return join(await realPath(dirname(path)), basename(path));
  }
}

/** The real paths of a data directory and of its contents, which may be on another disk. */
const pathsOf = (dataDirectory: string): Promise<string[]> =>
  Promise.all([dataDirectory, dataPaths(dataDirectory).content].map(realPath));

/** Whether one of two data directories, or its contents, is in the other. */
export async function overlap(one: string, other: string): Promise<boolean> {
  const [first, second] = [await pathsOf(one), await pathsOf(other)];
  return first.some((a) => second.some((b) => isWithin(a, b) || isWithin(b, a)));
}

/** Whether a folder is a complete data directory, such as a backup. */
const isComplete = async (folder: string): Promise<boolean> =>
  (await statIfThere(dataPaths(folder).marker)) !== undefined;

/** The nearest folder above a path that is a complete data directory. */
async function dataDirectoryAbove(path: string): Promise<string | undefined> {
  const above = dirname(path);
  if (above === path) return undefined;
  return (await isComplete(above)) ? above : dataDirectoryAbove(above);
}

async function requireOutside(folder: string, dataDirectory: string): Promise<void> {
  const advice = 'Choose a folder outside, preferably on another disk.';
  if (await overlap(folder, dataDirectory))
    throw badRequest(`The backup folder ${folder} overlaps with the data directory ${dataDirectory}. ${advice}`);
  const above = await dataDirectoryAbove(await realPath(folder));
  if (above !== undefined)
    throw badRequest(`The backup folder ${folder} is in ${above}, which is a backup or a data directory. ${advice}`);
}

async function requirePrevious(previous: string, dataDirectory: string): Promise<void> {
  // A folder without the marker may be an unfinished backup.
  const isBackup = await isComplete(previous).catch((error: unknown) => {
    throw badRequest(`The previous backup ${previous} cannot be read: ${reasonOf(error)}.`);
  });
  if (!isAbsolute(previous) || !isBackup)
    throw badRequest(`The folder of the previous backup, ${previous}, is not a complete backup.`);
  if (await overlap(previous, dataDirectory))
    throw badRequest(`${previous} is the repository itself. The previous backup must be a backup of it.`);
}

const newFolder = 'Choose a new folder for each backup.';

/** Says if the folder is the last backup: the server completes it even if the command was killed, which then is repeated. */
async function alreadyComplete(folder: string, dataDirectory: string): Promise<RepositoryError> {
  const last = await readRunFile<Partial<LastBackup> | null>(dataPaths(dataDirectory).lastBackup);
  const message =
    last?.folder === folder
      ? `${folder} is already a complete backup of this repository, made at ${last.at}. If you repeated an interrupted command, the server has completed the backup, and nothing is left to do. Choose a new folder for another one.`
      : `${folder} is already a complete backup or a data directory. ${newFolder}`;
  return new RepositoryError('Conflict', message);
}

/** Rejects with `Conflict` if the folder is neither empty nor an unfinished backup of this data directory. */
async function requireFree(folder: string, dataDirectory: string): Promise<void> {
  // A full disk leaves the mark empty or with its temporary name.
  const markNames = [basename(unfinishedMark(folder)), `${basename(unfinishedMark(folder))}.new`];
  const names = await readdir(folder);
  if (names.every((name) => markNames.includes(name))) return;
  if (names.includes(basename(dataPaths(folder).marker))) throw await alreadyComplete(folder, dataDirectory);
  const original = (await readRunFile<UnfinishedMark | null>(unfinishedMark(folder)))?.dataDirectory;
  if (original === (await realPath(dataDirectory))) return;
  const what =
    original === undefined ? `${folder} has other files in it.` : `${folder} is an unfinished backup of ${original}.`;
  throw new RepositoryError('Conflict', `${what} ${newFolder}`);
}

async function requireUsable({ folder, previous }: BackupLocation, dataDirectory: string): Promise<void> {
  if (!isAbsolute(folder)) throw badRequest(`The backup folder ${folder} is not an absolute path.`);
  if (previous !== undefined) await requirePrevious(previous, dataDirectory);
  await requireOutside(folder, dataDirectory);
  await makePrivateFolder(folder);
  await requireFree(folder, dataDirectory);
}

/**
 * Creates the folder of a backup, or finds an unfinished backup of this data directory in it, and marks it as unfinished. Rejects as
 * `BackupFolders` does, and with the errors of the system.
 */
export async function prepareBackup(location: BackupLocation, dataDirectory: string): Promise<void> {
  const { folder } = location;
  try {
    await requireUsable(location, dataDirectory);
  } catch (error) {
    if (error instanceof RepositoryError || storageErrorCode(error) !== undefined) throw error;
    // The path leads through a file, is too long …
    throw systemErrorCode(error) !== undefined
      ? badRequest(`${folder} cannot be used for a backup: ${reasonOf(error)}.`)
      : error;
  }
  const mark: UnfinishedMark = { dataDirectory: await realPath(dataDirectory) };
  await writeDurably(unfinishedMark(folder), `${JSON.stringify(mark)}\n`);
}
