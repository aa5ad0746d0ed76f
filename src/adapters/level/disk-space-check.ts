import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Opening LevelDB writes what it recovers: about as much as its write buffer holds, and some more. */
const neededBytes = 20_000_000;

/** Rejects with the system's error where the file system has no room, or takes no writes, for opening a store in `directory`. */
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
