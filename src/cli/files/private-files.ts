import { chmod, type FileHandle, mkdir, open, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { shellWord } from '../print/shell-word.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { openRegularFile } from './regular-file.ts';

const privateMode = 0o600;
const othersMayRead = 0o077;

// Windows has no such modes and protects user folders by other means.
const hasModes = process.platform !== 'win32';

/** Creates a folder and its missing parents with mode 0700. An existing folder stays as it is. */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** Like `makePrivateFolder`, but also restricts an existing folder to mode 0700. For folders that contain only secrets. */
export async function makeClosedFolder(folder: string): Promise<void> {
  await makePrivateFolder(folder);
  if (hasModes && ((await stat(folder)).mode & othersMayRead) !== 0) await chmod(folder, 0o700);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Writes a file atomically, with mode 0600. It is on disk when this resolves; after a failure, the old content remains.
 */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  const temporary = `${path}.${process.pid}.new`;
  const file = await open(temporary, 'w', privateMode);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  await syncFolder(dirname(path));
}

const readableByOthers = (path: string, mode: number): Failure =>
  new Failure(exitCodes.error, {
    what: `Other users can read ${path} (mode ${(mode & 0o777).toString(8)}).`,
    why: 'It contains your login, so edu-repo does not use it while other users can read it.',
    next: `To make it private: chmod 600 ${shellWord(path)}. If another user may have read it, also run edu-repo logout and set a new password`,
  });

/** Reads a private file; undefined if it does not exist. Throws a failure if other users can read it. */
export async function readPrivateFile(path: string): Promise<string | undefined> {
  let file: FileHandle;
  try {
    file = await openRegularFile(path);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const { mode } = await file.stat();
    if (hasModes && (mode & othersMayRead) !== 0) throw readableByOthers(path, mode);
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

const alreadyExists = (path: string): Failure =>
  new Failure(exitCodes.conflict, {
    what: `${path} already exists.`,
    why: 'edu-repo writes secrets only to new files, so that it never overwrites a secret.',
    next: 'Choose another file, or rename the existing file',
  });

/** Checks that a path is free. Throws a failure if it exists. */
export async function requireAbsent(path: string): Promise<void> {
  try {
    await stat(path);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return;
    throw error;
  }
  throw alreadyExists(path);
}

/** Creates a file with mode 0600. Throws a failure if it exists. Its directory entry is on disk when this resolves. */
export async function createPrivateFile(path: string): Promise<FileHandle> {
  try {
    const file = await open(path, 'wx', privateMode);
    await syncFolder(dirname(path));
    return file;
  } catch (error) {
    throw systemErrorCode(error) === 'EEXIST' ? alreadyExists(path) : error;
  }
}
