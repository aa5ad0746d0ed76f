import { realpath } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';

/**
 * Where the data directory of a repository lies below a folder that is to be put into it, written from that folder;
 * undefined where it lies elsewhere. Taking it in would never end: every file makes it larger.
 */
export async function dataDirectoryInside(
  folder: string,
  dataDirectory: string | undefined,
): Promise<string | undefined> {
  if (dataDirectory === undefined) return undefined;
  const path = relative(await realpath(folder), await realpath(dataDirectory));
  if (path === '') {
    throw new Failure(exitCodes.error, {
      what: `${folder} is the data directory of this repository.`,
      why: 'A repository cannot be put into itself.',
      next: 'Choose another folder',
    });
  }
  return path.startsWith('..') || isAbsolute(path) ? undefined : join(folder, path);
}
