import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeSynced } from '../durable-files/durable-files.ts';

/**
 * The free disk space that opening a store requires, in bytes. When LevelDB opens, it writes about as much as its write
 * buffer holds.
 */
const neededBytes = 20_000_000;

/** Rejects with the system's error if the disk is too full to open a store in `directory`, or not writable. */
export async function requireDiskSpace(directory: string): Promise<void> {
  const path = join(directory, 'room-probe');
  try {
    await writeSynced(path, Buffer.alloc(neededBytes));
  } finally {
    await rm(path, { force: true });
  }
}
