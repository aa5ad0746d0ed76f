import { rm, writeFile } from 'node:fs/promises';
import { takeLock } from '../../adapters/level/lock.ts';
import { LockedError } from '../../base/errors/locked-error.ts';
import { dataPaths, readRunFile } from './data-directory.ts';
import { makePrivateFolder, restrictToOwner } from './private-files.ts';

/** The exclusive ownership of a data directory by this process. */
export interface Ownership {
  release(): Promise<void>;
}

/** Takes ownership, which ends with the process. Rejects with `LockedError` if another process owns the directory. */
export async function ownDirectory(dataDirectory: string): Promise<Ownership> {
  const paths = dataPaths(dataDirectory);
  await makePrivateFolder(paths.run);
  await makePrivateFolder(paths.lock);
  const lock = await takeLock(paths.lock);
  if (lock === undefined) {
    const owner = await readRunFile<{ pid: number }>(paths.owner);
    throw new LockedError(dataDirectory, { pid: owner?.pid });
  }
  await restrictToOwner(paths.lock);
  // A killed daemon may have left this file behind.
  await rm(paths.daemon, { force: true });
  await writeFile(paths.owner, `${JSON.stringify({ pid: process.pid })}\n`, { mode: 0o600 });
  return {
    async release() {
      await rm(paths.owner, { force: true }).finally(lock.release);
    },
  };
}
