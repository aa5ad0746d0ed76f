import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { FinishedArchive } from '../../ports/archive-writer.ts';

const readBufferSize = 1_048_576;

/** An archive in a temporary file. */
export const finishedArchive = (file: string, size: number): FinishedArchive => ({
  size,
  read: () => createReadStream(file, { highWaterMark: readBufferSize }),
  remove: () => rm(file, { force: true }),
});
