import { readdir, rename, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { syncFolder } from '../durable-files/durable-files.ts';
import { contentForm, folderForm } from './content-layout.ts';

/** The folders in a folder with names of this form. */
async function foldersIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory() && folderForm.test(entry.name)).map(({ name }) => name);
}

/** Files that are no contents stay where they are. */
async function removeIfEmpty(folder: string): Promise<void> {
  try {
    await rmdir(folder);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(systemErrorCode(error) ?? '')) throw error;
  }
}

async function moveContents(from: string, to: string): Promise<void> {
  for (const name of await readdir(from)) {
    if (contentForm.test(name)) await rename(join(from, name), join(to, name));
  }
}

/**
 * Moves the contents below `root` from the layout of data directories of format 1, `ab/cd/<sha256>`, to that of format 2,
 * `ab/<sha256>`. Resolves when all of them are durable in their new place. After an interruption, call it again.
 */
export async function flattenContents(root: string): Promise<void> {
  for (const outer of await foldersIn(root)) {
    const target = join(root, outer);
    const inner = (await foldersIn(target)).map((name) => join(target, name));
    for (const folder of inner) await moveContents(folder, target);
    if (inner.length === 0) continue;
    await syncFolder(target);
    for (const folder of inner) await removeIfEmpty(folder);
  }
}
