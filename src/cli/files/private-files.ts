import { chmod, type FileHandle, mkdir, open, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { openRegularFile } from './regular-file.ts';

/** Files of this mode are their owner's alone. */
const privateMode = 0o600;
const othersMayRead = 0o077;

// Windows has no such modes: there the folder of a user is closed by other means.
const hasModes = process.platform !== 'win32';

/** Makes a folder, with those above it, for its owner alone. One that is there stays as it is. */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** The same for a folder that holds nothing but secrets of ours: one that is there and open to others is closed. */
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

/** Puts text into a file of mode 0600: it is there whole and on disk when this resolves, or as it was before. */
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
    what: `${path} can be read by others (mode ${(mode & 0o777).toString(8)}).`,
    why: 'It holds what signs you in, so it is not used as long as others can read it.',
    next: `Try: chmod 600 ${path}; who may have read it can sign in as you until edu-repo logout and a new password`,
  });

/** The text of a file that nobody but its owner may read; undefined where there is none. Refuses one that others can. */
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

const isThere = (path: string): Failure =>
  new Failure(exitCodes.conflict, {
    what: `${path} is there already.`,
    why: 'Secrets are written into a new file only, so that none is lost.',
    next: 'Name another file, or move that one away',
  });

/** Refuses a path at which something lies. */
export async function requireAbsent(path: string): Promise<void> {
  try {
    await stat(path);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return;
    throw error;
  }
  throw isThere(path);
}

/** Makes a file of mode 0600 for writing. Refuses where something lies there; its name is on disk when this resolves. */
export async function createPrivateFile(path: string): Promise<FileHandle> {
  try {
    const file = await open(path, 'wx', privateMode);
    await syncFolder(dirname(path));
    return file;
  } catch (error) {
    throw systemErrorCode(error) === 'EEXIST' ? isThere(path) : error;
  }
}
