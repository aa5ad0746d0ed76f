import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemErrorCode } from '../../base/errors/errors.ts';

/**
 * Forces a folder's list of names to disk: a rename survives a power cut only after this.
 * Does nothing on Windows, which has no such call.
 */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function makeDurable(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  }
  await syncFolder(dirname(path));
}

/**
 * Makes the folders, outermost first, where they are missing (0700, in a parent that exists); resolves when they
 * would survive a power cut.
 */
export type EnsureFolders = (folders: readonly string[]) => Promise<void>;

/** Each folder is made certain once in the life of the process, whoever asks first. */
export function createDurableFolders(): EnsureFolders {
  // A folder that is already there may stem from a process that died before the sync, so being there is not enough.
  const certain = new Map<string, Promise<void>>();
  const ensure = (path: string) => {
    const known = certain.get(path);
    if (known !== undefined) return known;
    const made = makeDurable(path);
    certain.set(path, made);
    made.catch(() => certain.delete(path));
    return made;
  };
  return async (folders) => {
    for (const folder of folders) await ensure(folder);
  };
}
