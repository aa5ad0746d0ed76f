import { realpath } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { isWithin } from '../../base/is-within.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';

/**
 * The path of the data directory if it is inside a folder to upload; undefined otherwise. The upload must skip it, because
 * every uploaded file would make it larger. Throws a failure if the folder is the data directory itself.
 */
export async function dataDirectoryInside(
  folder: string,
  dataDirectory: string | undefined,
): Promise<string | undefined> {
  if (dataDirectory === undefined) return undefined;
  const [above, inside] = [await realpath(folder), await realpath(dataDirectory)];
  if (above === inside) {
    throw new Failure(exitCodes.error, {
      what: `${folder} is the data directory of this repository.`,
      why: 'A repository cannot be imported into itself.',
      next: 'Choose another folder',
    });
  }
  return isWithin(above, inside) ? join(folder, relative(above, inside)) : undefined;
}
