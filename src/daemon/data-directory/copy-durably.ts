import { constants, type Dirent, type Stats } from 'node:fs';
import { access, copyFile, open, readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../../adapters/durable-files/durable-files.ts';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { storageFailure } from '../../base/errors/storage-failure.ts';
import { makePrivateFolder } from './private-files.ts';

/** Undefined if there is no such file or folder, for example for a symbolic link that leads nowhere. */
export async function statIfThere(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Rejects with `StorageFailed`, which names the path, if the file or folder cannot be read, and with `ENOENT` if it is missing. */
async function requireReadable(path: string): Promise<void> {
  try {
    await access(path, constants.R_OK);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') throw error;
    const advice = 'Correct its owner and its permissions, or move it away, then try again.';
    throw storageFailure(`${path} could not be copied`, error, advice);
  }
}

async function copyFileDurably(source: string, target: string): Promise<void> {
  const temporary = `${target}.new`;
  await copyFile(source, temporary);
  const file = await open(temporary, 'r+');
  try {
    await file.chmod(0o600);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, target);
}

/** Runs the copy of a file or folder. If the original is deleted meanwhile, resolves without a copy. */
async function unlessDeleted(source: string, copy: () => Promise<void>): Promise<void> {
  try {
    await copy();
  } catch (error) {
    // `copyFile` also reports the path of the source if the target folder is missing. Syncing that folder then fails.
    const isDeleted = systemErrorCode(error) === 'ENOENT' && (error as NodeJS.ErrnoException).path === source;
    if (!isDeleted) throw error;
  }
}

/**
 * Copies the files of a folder except `excluded`, with mode 0600. Existing files stay as they are: an administrator may have changed them.
 * Follows symbolic links to files, and to folders in `from` itself; deeper links to folders could lead in circles and are skipped, as is
 * what is neither a file nor a folder, and what is deleted meanwhile. Rejects with `StorageFailed` if a file cannot be read, and with
 * the errors of the system if one cannot be written.
 */
export async function copyDurably(from: string, to: string, excluded: readonly string[]): Promise<void> {
  await copyFolder(from, to, excluded, (entry) => entry.isDirectory() || entry.isSymbolicLink());
}

async function copyFolder(
  from: string,
  to: string,
  excluded: readonly string[],
  mayEnter: (entry: Dirent) => boolean,
): Promise<void> {
  await makePrivateFolder(to);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (excluded.includes(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    await unlessDeleted(source, () => copyEntry(source, target, mayEnter(entry)));
  }
  await syncFolder(to);
}

async function copyEntry(source: string, target: string, mayEnter: boolean): Promise<void> {
  const found = await statIfThere(source);
  if (found?.isDirectory() !== true && found?.isFile() !== true) return;
  await requireReadable(source);
  if (found.isFile()) {
    const present = await statIfThere(target);
    if (present === undefined || present.size === 0) await copyFileDurably(source, target);
  } else if (mayEnter) {
    await copyFolder(source, target, [], (inner) => inner.isDirectory());
  }
}
