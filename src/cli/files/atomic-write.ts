import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';

const alreadyExists = (path: string): Failure =>
  new Failure(exitCodes.conflict, {
    what: `${path} already exists.`,
    why: 'The command overwrites an existing file only with --force.',
    next: 'Choose another file, or add --force',
  });

/** Creates an empty file, so that no other process can use the name. Throws a failure if the file exists. */
async function reserveName(path: string): Promise<void> {
  try {
    await (await open(path, 'wx')).close();
  } catch (error) {
    throw systemErrorCode(error) === 'EEXIST' ? alreadyExists(path) : error;
  }
}

/**
 * Writes bytes to a local file and replaces an existing one. Atomic: if reading the bytes fails, an existing file stays
 * unchanged. Rejects with errors of the file system and of reading the bytes.
 */
export async function replaceAtomically(bytes: AsyncIterable<Buffer>, path: string): Promise<void> {
  // Renaming is atomic only within one file system, so the temporary file is in the folder of its target.
  const temporary = join(dirname(path), `.edu-repo-${randomUUID().slice(0, 8)}.part`);
  try {
    await pipeline(bytes, createWriteStream(temporary, { flags: 'wx' }));
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    // The user does not know the temporary file, so its errors name the folder instead.
    const isOurs = error instanceof Error && 'path' in error && error.path === temporary;
    throw isOurs ? Object.assign(error, { path: dirname(path) }) : error;
  }
}

/** Writes bytes to a local file atomically. Without `force`, rejects with a conflict failure if the file exists. */
export async function writeAtomically(bytes: AsyncIterable<Buffer>, path: string, force: boolean): Promise<void> {
  if (force) return replaceAtomically(bytes, path);
  await reserveName(path);
  await replaceAtomically(bytes, path).catch(async (error: unknown) => {
    await rm(path, { force: true });
    throw error;
  });
}
