import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemErrorCode } from '../../base/errors/errors.ts';

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

/** A file to be written; its folder is there. */
export interface FileToWrite {
  readonly folder: string;
  readonly name: string;
  readonly text: string;
}

/** A file in its folder, with what is to take its place, and what to put back where that fails. */
interface StagedFile {
  readonly target: string;
  readonly next: string;
  /** Undefined: there is none yet. */
  readonly before: string | undefined;
}

/** Beside its target, since a file can be renamed in one step only within one file system. */
const temporaryIn = (folder: string): string => join(folder, `.${randomUUID()}.new`);

const temporaryForm = /^\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.new$/;

/** What a process has left that was killed while it wrote here. */
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

const putBack = ({ target, before }: StagedFile): Promise<void> =>
  before === undefined ? rm(target, { force: true }) : rename(before, target);

/** Each of them as far as it can be: the caller has to learn what failed first. */
async function putAllBack(done: readonly StagedFile[], folders: Iterable<string>): Promise<void> {
  for (const file of done.toReversed()) await putBack(file).catch(() => {});
  for (const folder of folders) await syncFolder(folder).catch(() => {});
}

/** Renames in their order, to be on disk when it resolves; where something fails, all are as they were. */
async function moveIn(staged: readonly StagedFile[], folders: ReadonlySet<string>): Promise<void> {
  const done: StagedFile[] = [];
  try {
    for (const file of staged) {
      await rename(file.next, file.target);
      done.push(file);
    }
    for (const folder of folders) await syncFolder(folder);
  } catch (error) {
    await putAllBack(done, folders);
    throw error;
  }
}

/**
 * All files are there whole and on disk when it resolves, or, where it rejects, all as they were before. Who kills the process
 * meanwhile finds each of them whole: those that come first in the list are the first to change. Nobody else writes there meanwhile.
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
      await writeSynced(next, text);
      staged.push({ target, next, before: await copied(target, temporary(folder)) });
    }
    await moveIn(staged, folders);
  } finally {
    // The caller has to learn the first failure.
    for (const path of temporaries) await rm(path, { force: true }).catch(() => {});
  }
}
