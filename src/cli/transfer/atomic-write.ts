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
    what: `${path} is there already.`,
    why: 'Nothing is written over without --force.',
    next: 'Name another file, or add --force',
  });

/** Takes the name, so that nobody else writes there meanwhile: the system itself refuses where something lies. */
async function reserveName(path: string): Promise<void> {
  try {
    await (await open(path, 'wx')).close();
  } catch (error) {
    throw systemErrorCode(error) === 'EEXIST' ? alreadyExists(path) : error;
  }
}

/**
 * Writes bytes into a local file, in the place of what lies there. It is there whole or not at all; what was there stays where they
 * do not come to their end. Rejects as the file system does, and as the bytes do.
 */
export async function replaceAtomically(bytes: AsyncIterable<Buffer>, path: string): Promise<void> {
  // Renaming is atomic only within one file system, so the temporary file lies beside its target.
  const temporary = join(dirname(path), `.edu-repo-${randomUUID().slice(0, 8)}.part`);
  try {
    await pipeline(bytes, createWriteStream(temporary, { flags: 'wx' }));
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    // Nobody has typed the name of the temporary file: what is missing, or closed, is the folder.
    const isOurs = error instanceof Error && 'path' in error && error.path === temporary;
    throw isOurs ? Object.assign(error, { path: dirname(path) }) : error;
  }
}

/** The same; without `force` a path at which something lies is a failure (conflict). */
export async function writeAtomically(bytes: AsyncIterable<Buffer>, path: string, force: boolean): Promise<void> {
  if (force) return replaceAtomically(bytes, path);
  await reserveName(path);
  await replaceAtomically(bytes, path).catch(async (error: unknown) => {
    await rm(path, { force: true });
    throw error;
  });
}
