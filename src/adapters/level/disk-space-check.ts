import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** In bytes. Opening LevelDB writes what it recovers: about the size of its write buffer, and some more. */
const neededBytes = 20_000_000;

/** Rejects with the system's error if the disk is full or not writable, so that a store in `directory` could not be opened. */
export async function requireDiskSpace(directory: string): Promise<void> {
  const path = join(directory, 'room-probe');
  try {
    const file = await open(path, 'w', 0o600);
    try {
      await file.writeFile(Buffer.alloc(neededBytes));
      await file.sync();
    } finally {
      await file.close();
    }
  } finally {
    await rm(path, { force: true });
  }
}
