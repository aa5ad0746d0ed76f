import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { syncFolder, writeSynced } from '../durable-files/durable-files.ts';

/** Creates a folder with mode 0700, in an existing parent. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
    await syncFolder(dirname(folder));
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  }
}

/** A file to write into an existing folder. */
export interface FileToWrite {
  readonly folder: string;
  readonly name: string;
  readonly text: string;
}

/** The temporary file with the new text, and a copy of the old file to restore if a later file fails. */
interface StagedFile {
  readonly target: string;
  readonly next: string;
  /** The copy of the old file; undefined if the file does not exist yet. */
  readonly before: string | undefined;
}

/** The path of a temporary file in the folder of the target, because renaming is atomic only within one file system. */
const temporaryIn = (folder: string): string => join(folder, `.${randomUUID()}.new`);

const temporaryForm = /^\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.new$/;

/** Deletes the temporary files of a killed process. */
async function clearTemporaries(folder: string): Promise<void> {
  for (const name of await readdir(folder)) if (temporaryForm.test(name)) await rm(join(folder, name), { force: true });
}

async function copied(target: string, copy: string): Promise<string | undefined> {
  try {
    await copyFile(target, copy);
    return copy;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

const restore = ({ target, before }: StagedFile): Promise<void> =>
  before === undefined ? rm(target, { force: true }) : rename(before, target);

/** Restores as many files as possible without throwing: the caller gets the first error. */
async function restoreAll(done: readonly StagedFile[], folders: Iterable<string>): Promise<void> {
  for (const file of done.toReversed()) await restore(file).catch(() => {});
  for (const folder of folders) await syncFolder(folder).catch(() => {});
}

/**
 * Renames the files in order. The new names are on disk when the promise resolves. If a rename fails, the files are
 * restored.
 */
async function moveIn(staged: readonly StagedFile[], folders: ReadonlySet<string>): Promise<void> {
  const done: StagedFile[] = [];
  try {
    for (const file of staged) {
      await rename(file.next, file.target);
      done.push(file);
    }
    for (const folder of folders) await syncFolder(folder);
  } catch (error) {
    await restoreAll(done, folders);
    throw error;
  }
}

/**
 * Writes all files or none. They are on disk when the promise resolves, and unchanged if it rejects. If the process is
 * killed, each file is either old or new, and files change in the order of the list. No other code may write to these
 * folders meanwhile.
 */
export async function writeFilesTogether(files: readonly FileToWrite[]): Promise<void> {
  const temporaries: string[] = [];
  const temporary = (folder: string): string => {
    const path = temporaryIn(folder);
    temporaries.push(path);
    return path;
  };
  const folders = new Set(files.map((file) => file.folder));
  try {
    for (const folder of folders) await clearTemporaries(folder);
    const staged: StagedFile[] = [];
    for (const { folder, name, text } of files) {
      const [target, next] = [join(folder, name), temporary(folder)];
      await writeSynced(next, text, 'wx');
      staged.push({ target, next, before: await copied(target, temporary(folder)) });
    }
    await moveIn(staged, folders);
  } finally {
    // The caller gets the first error.
    for (const path of temporaries) await rm(path, { force: true }).catch(() => {});
  }
}
