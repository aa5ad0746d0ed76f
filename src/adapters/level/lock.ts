import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Level } from 'level';
import { systemErrorCode } from '../../base/errors/errors.ts';

/** Owning a directory, until it is released or the process ends, however it ends. */
export interface Lock {
  release(): Promise<void>;
}

const isHeld = (error: unknown): boolean =>
  systemErrorCode(error) === 'LEVEL_LOCKED' || (error instanceof Error && isHeld(error.cause));

/** Undefined where another process has it open. */
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

/** The lock holds no data, so a half-made one is made anew. Without the file `LOCK` two processes could get in. */
async function removeAllButLock(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (name !== 'LOCK') await rm(join(directory, name), { recursive: true, force: true });
  }
}

/**
 * Takes the lock that lies in a tiny LevelDB of its own; the kernel frees it when the process dies. Undefined where
 * another process holds it. To be called once in a process: a second try in the same process would free LevelDB's lock.
 */
export async function takeLock(directory: string): Promise<Lock | undefined> {
  let database: Level | undefined;
  try {
    database = await tryToOpen(directory);
  } catch {
    // A power cut while it was being made leaves something that cannot be opened.
    await removeAllButLock(directory);
    database = await tryToOpen(directory);
  }
  const held = database;
  return held === undefined ? undefined : { release: () => held.close() };
}
