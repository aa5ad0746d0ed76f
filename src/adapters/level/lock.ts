import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Level } from 'level';
import { systemErrorCode } from '../../base/errors/errors.ts';

/** Exclusive ownership of a directory. It ends with `release` or with the process, even if the process is killed. */
export interface Lock {
  release(): Promise<void>;
}

const isHeld = (error: unknown): boolean =>
  systemErrorCode(error) === 'LEVEL_LOCKED' || (error instanceof Error && isHeld(error.cause));

/** Opens the database; undefined if another process has it open. */
async function tryToOpen(directory: string): Promise<Level | undefined> {
  const database = new Level(directory);
  try {
    await database.open();
    return database;
  } catch (error) {
    if (isHeld(error)) return undefined;
    throw error;
  }
}

/**
 * The lock contains no data, so an incomplete one can be replaced. The file `LOCK` stays: otherwise two processes could
 * get the lock.
 */
async function removeAllButLock(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (name !== 'LOCK') await rm(join(directory, name), { recursive: true, force: true });
  }
}

/**
 * Takes a lock in the form of a tiny LevelDB; the kernel frees it when the process dies. Undefined if another process
 * holds it. Call this once per process: a second attempt in the same process would free LevelDB's lock.
 */
export async function takeLock(directory: string): Promise<Lock | undefined> {
  let database: Level | undefined;
  try {
    database = await tryToOpen(directory);
  } catch {
    // A power failure while the lock is created leaves a database that cannot be opened.
    await removeAllButLock(directory);
    database = await tryToOpen(directory);
  }
  const lock = database;
  return lock === undefined ? undefined : { release: () => lock.close() };
}
