import { Level } from 'level';
import { systemErrorCode } from '../../base/errors.ts';

/** Owning a directory, until it is released or the process ends, however it ends. */
export interface Lock {
  release(): Promise<void>;
}

const isHeld = (error: unknown): boolean =>
  systemErrorCode(error) === 'LEVEL_LOCKED' || (error instanceof Error && isHeld(error.cause));

/**
 * Takes the lock that lies in a tiny LevelDB of its own; the kernel frees it when the process dies. Undefined where
 * another process holds it. To be called once in a process: a second try in the same process would free LevelDB's lock.
 */
export async function takeLock(directory: string): Promise<Lock | undefined> {
  const database = new Level(directory);
  try {
    await database.open();
  } catch (error) {
    if (isHeld(error)) return undefined;
    throw error;
  }
  return { release: () => database.close() };
}
