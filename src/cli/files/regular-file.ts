import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { NotARegularFile } from '../../base/errors/not-a-regular-file.ts';

// Without O_NONBLOCK, opening a named pipe without a writer would block.
const readOnly = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Opens a file or folder for reading. Rejects with `NotARegularFile` for anything else, without waiting. */
export async function openRegularFile(path: string): Promise<FileHandle> {
  const file = await open(path, readOnly);
  const facts = await file.stat();
  if (facts.isFile() || facts.isDirectory()) return file;
  await file.close();
  throw new NotARegularFile(path);
}

/** Reads a whole file. Rejects with `NotARegularFile` for pipes, devices and sockets, and with system errors that have the path. */
export async function readRegularFile(path: string): Promise<Buffer> {
  const file = await openRegularFile(path);
  try {
    return await file.readFile();
  } catch (error) {
    // Errors of an open file do not have its path.
    throw error instanceof Error ? Object.assign(error, { path }) : error;
  } finally {
    await file.close();
  }
}

/**
 * The content of a regular file of at most `limit` bytes; undefined for any other. Throws system errors. Synchronous: for a small
 * file, the way through the thread pool takes longer than reading it.
 */
export function readSmallFile(path: string, limit: number): Buffer | undefined {
  const descriptor = openSync(path, readOnly);
  try {
    const facts = fstatSync(descriptor);
    return facts.isFile() && facts.size <= limit ? readFileSync(descriptor) : undefined;
  } finally {
    closeSync(descriptor);
  }
}
