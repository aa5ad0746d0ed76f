import { close, fsync, open } from 'node:fs';
import { access, open as openHandle, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { systemErrorCode } from '../../base/errors/errors.ts';

// Every upload syncs a folder. Descriptors take less of the processor than the handles of `node:fs/promises`.
const [openDescriptor, syncDescriptor, closeDescriptor] = [promisify(open), promisify(fsync), promisify(close)];

/** Syncs the entries of a folder, so that a new name survives a power failure. Windows has no such call. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await openDescriptor(path, 'r');
  try {
    await syncDescriptor(folder);
  } finally {
    await closeDescriptor(folder);
  }
}

/**
 * Writes a file with mode 0600. Its bytes are on disk when this resolves, but not yet its name: see `syncFolder`. With
 * `wx`, rejects with `EEXIST` if there is a file.
 */
export async function writeSynced(path: string, content: string | Uint8Array, flag: 'w' | 'wx' = 'w'): Promise<void> {
  const file = await openHandle(path, flag, 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Replaces or creates a file atomically, with mode 0600. It is on disk when this resolves; after a failure, the old
 * content remains.
 */
export async function writeDurably(path: string, content: string | Uint8Array): Promise<void> {
  const temporary = `${path}.new`;
  await writeSynced(temporary, content);
  await rename(temporary, path);
  await syncFolder(dirname(path));
}

/** Whether there is a file or folder with this path. Rejects if the system cannot tell. */
export async function fileExists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}
