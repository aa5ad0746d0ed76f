import { copyFile, open, readdir, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { makePrivateFolder } from './private-files.ts';

/** Syncs the entries of a folder, so that a rename survives a power failure. */
export async function syncFolder(directory: string): Promise<void> {
  const folder = await open(directory, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Writes a file atomically, with mode 0600. It is on disk when this resolves; after a failure, the old content remains. */
export async function writeDurably(path: string, content: string | Uint8Array): Promise<void> {
  const temporary = `${path}.new`;
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  await syncFolder(dirname(path));
}

/** Whether there is a file or folder with this path. */
export async function fileExists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

async function hasContent(path: string): Promise<boolean> {
  try {
    return (await stat(path)).size > 0;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** False also for a symbolic link to a file that does not exist. */
async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false;
    throw error;
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

export interface CopyOptions {
  /** Names in the folder that are not copied. */
  readonly excluded: readonly string[];
  /** Replace existing files. Otherwise they stay as they are, because an administrator may have changed them. */
  readonly replace: boolean;
}

/**
 * Copies the files of a folder, with mode 0600. Follows symbolic links to files. Skips links to folders,
 * which could lead in circles, and what is neither a file nor a folder.
 */
export async function copyDurably(from: string, to: string, { excluded, replace }: CopyOptions): Promise<void> {
  await makePrivateFolder(to);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (excluded.includes(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyDurably(source, target, { excluded: [], replace });
    else if (await isFile(source)) {
      if (replace || !(await hasContent(target))) await copyFileDurably(source, target);
    }
  }
  await syncFolder(to);
}
