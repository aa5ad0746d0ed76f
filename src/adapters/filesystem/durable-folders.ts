import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { syncFolder } from '../durable-files/durable-files.ts';

async function makeDurable(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  }
  await syncFolder(dirname(path));
}

/** Creates a missing folder (0700, in an existing parent). Resolves when it would survive a power failure. */
export type EnsureFolder = (folder: string) => Promise<void>;

/** Each folder is created and synced at most once in the life of the process. */
export function createDurableFolders(): EnsureFolder {
  // Existing folders are synced as well: the process that created them may have died before the sync.
  const synced = new Map<string, Promise<void>>();
  return (path) => {
    const known = synced.get(path);
    if (known !== undefined) return known;
    const made = makeDurable(path);
    synced.set(path, made);
    made.catch(() => synced.delete(path));
    return made;
  };
}
