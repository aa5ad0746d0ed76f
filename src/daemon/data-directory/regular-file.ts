import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { NotARegularFile } from '../../base/errors/not-a-regular-file.ts';

/**
 * Reads a file that an administrator names. Rejects with `NotARegularFile` for pipes, devices and sockets, without
 * waiting for a writer of a named pipe.
 */
export async function readRegularFile(path: string): Promise<Buffer> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const facts = await file.stat();
    if (!facts.isFile() && !facts.isDirectory()) throw new NotARegularFile(path);
    return await file.readFile();
  } finally {
    await file.close();
  }
}
