import { type FileHandle, open, rm } from 'node:fs/promises';
import { systemErrorCode } from '../../src/base/errors/errors.ts';

/** A file that takes all the room of a disk. */
export interface Ballast {
  /** Takes what is free now, down to the last block. */
  fill(): Promise<void>;
  /** Gives the room back. */
  drop(): Promise<void>;
}

const pieces = [1024 * 1024, 4096, 1];

/** Writes pieces of this size until not one of them fits any more. */
async function fillWith(file: FileHandle, size: number): Promise<void> {
  const piece = Buffer.alloc(size, 1);
  try {
    for (;;) await file.appendFile(piece);
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOSPC') throw error;
  }
}

export const ballastAt = (path: string): Ballast => ({
  async fill() {
    const file = await open(path, 'a');
    try {
      for (const size of pieces) await fillWith(file, size);
      await file.sync();
    } finally {
      await file.close();
    }
  },
  drop: () => rm(path),
});
