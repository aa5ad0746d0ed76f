import { rm, writeFile } from 'node:fs/promises';
import { takeLock } from '../../adapters/level/lock.ts';
import { LockedError } from '../../base/errors/locked-error.ts';
import { dataPaths, readRunFile } from './data-directory.ts';
import { makePrivateFolder, restrictToOwner } from './private-files.ts';

/** Being the one process that owns a data directory. */
export interface Ownership {
  release(): Promise<void>;
}

/** Rejects with `LockedError` where another process owns the directory. Frees itself when the process dies. */
export async function ownDirectory(dataDirectory: string): Promise<Ownership> {
  const paths = dataPaths(dataDirectory);
  await makePrivateFolder(paths.run);
  await makePrivateFolder(paths.lock);
  const lock = await takeLock(paths.lock);
  if (lock === undefined) {
    throw new LockedError(dataDirectory, (await readRunFile<{ pid: number }>(paths.owner))?.pid);
  }
  await restrictToOwner(paths.lock);
  // What a killed daemon left behind tells of nobody.
  await rm(paths.daemon, { force: true });
  await writeFile(paths.owner, `${JSON.stringify({ pid: process.pid })}\n`, { mode: 0o600 });
  return {
    async release() {
      await rm(paths.owner, { force: true }).finally(lock.release);
    },
  };
}
