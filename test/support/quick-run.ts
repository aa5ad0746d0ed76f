import { access, constants, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { cleanRun } from './clean-run.ts';

/** Where Linux keeps files in memory. */
const memory = '/dev/shm';
const memoryFileSystem = 0x01021994;

/** In bytes: several times what the tests have there at a time. In a container there is often much less. */
const enough = 2 * 2 ** 30;

async function hasRoomInMemory(): Promise<boolean> {
  try {
    await access(memory, constants.W_OK);
    const { type, bavail, bsize } = await statfs(memory);
    return type === memoryFileSystem && bavail * bsize >= enough && freemem() >= enough;
  } catch {
    return false;
  }
}

/**
 * Files of these tests lie in memory, where there is room: what they write is synced to the disk thousands of times, and no test
 * could tell. Those that can, of cut power and full disks, are long ones. Who sets TMPDIR decides it.
 */
export async function setup(): Promise<() => Promise<void>> {
  const isTold = (process.env['TMPDIR'] ?? '') !== '';
  return cleanRun(!isTold && (await hasRoomInMemory()) ? memory : tmpdir());
}
