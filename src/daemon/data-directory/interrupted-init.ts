import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { readCommitFile } from '../../adapters/level/commit-file.ts';
import { openLevelStore } from '../../adapters/level/store.ts';
import { DataDirectoryError } from '../../base/errors/data-directory-error.ts';
import type { Log } from '../../ports/log.ts';
import { unfinishedMark } from '../backup/backup-location.ts';
import { hasContents, namesIn } from './content-folder.ts';
import { dataPaths } from './data-directory.ts';

/** Rejects with `DataDirectoryError` if the folder has files that do not belong to a repository. */
export async function requireUsable(dataDirectory: string, templateNames: readonly string[]): Promise<void> {
  const own = [...templateNames, ...Object.values(dataPaths(dataDirectory)).map((path) => basename(path))];
  const known = new Set(own.flatMap((name) => [name, `${name}.new`]));
  const foreign = (await namesIn(dataDirectory)).filter((name) => !known.has(name));
  if (foreign.length === 0) return;
  if (foreign.includes(basename(unfinishedMark(dataDirectory)))) {
    throw new DataDirectoryError(`${dataDirectory} is an unfinished backup.`, {
      advice: 'Restore a complete backup, or complete this one on its server: edu-repo backup create',
    });
  }
  const shown = foreign.slice(0, 3).join(', ');
  throw new DataDirectoryError(`${dataDirectory} is not a repository, and it is not empty: it contains ${shown}.`, {
    advice: 'Choose an empty folder or a new one: --data DIR',
  });
}

/** Bootstrap is one commit. A store that cannot be opened counts as an unfinished bootstrap (0). */
async function storedCommit(dataDirectory: string, log: Log): Promise<number> {
  const { store: directory, commitFile } = dataPaths(dataDirectory);
  if ((await namesIn(directory)).length === 0) return 0;
  try {
    const store = await openLevelStore({ directory, create: false, commitFile, log });
    await store.close();
    return store.lastCommit;
  } catch {
    return 0;
  }
}

/**
 * Removes what an interrupted `init` left behind; such a repository never served a call. If the directory holds more
 * than that, only its marker was lost. Then rejects with `DataDirectoryError` and changes nothing.
 */
export async function removeInterruptedInit(dataDirectory: string, log: Log): Promise<void> {
  const paths = dataPaths(dataDirectory);
  // An unreadable number may be a high one, so nothing may be removed.
  const saved = (await readCommitFile(paths.commitFile)) ?? Number.POSITIVE_INFINITY;
  const commits = Math.max(saved, await storedCommit(dataDirectory, log));
  if (commits > 1 || (await hasContents(paths.content))) {
    throw new DataDirectoryError(`${dataDirectory} contains data, but its file ${basename(paths.marker)} is missing.`, {
      advice: `If this is an incomplete copy, make the copy again; otherwise restore ${basename(paths.marker)} from a backup (of any repository), or choose another folder`,
    });
  }
  for (const path of [paths.store, paths.commitFile]) await rm(path, { recursive: true, force: true });
}
