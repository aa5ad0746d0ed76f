import { access, open } from 'node:fs/promises';
import { systemErrorCode } from '../../base/errors/errors.ts';

/** Syncs the entries of a folder, so that a rename survives a power failure. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Writes a file with mode 0600. Its bytes are on disk when the promise resolves. */
export async function writeFileSynced(path: string, content: string | Buffer): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
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
