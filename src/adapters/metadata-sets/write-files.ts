import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemErrorCode } from '../../base/errors.ts';

async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

async function writeSynced(file: string, text: string): Promise<void> {
  const opened = await open(file, 'wx', 0o600);
  try {
    await opened.writeFile(text);
    await opened.sync();
  } finally {
    await opened.close();
  }
}

/** Makes a folder, for its owner alone, in one that is there. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
    await syncFolder(dirname(folder));
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  }
}

/** The file is there whole and on disk when it resolves, or as it was before. The folder must be there. */
export async function writeFileDurably(folder: string, name: string, text: string): Promise<void> {
  // Beside its target, since a file can be renamed in one step only within one file system.
  const temporary = join(folder, `.${name}.${randomUUID()}.new`);
  try {
    await writeSynced(temporary, text);
    await rename(temporary, join(folder, name));
  } catch (error) {
    // The caller has to learn the first failure.
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
  await syncFolder(folder);
}
