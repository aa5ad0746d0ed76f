import { resolve } from 'node:path';
import { usageFailure } from '../program/failure.ts';

/** The absolute path. Refuses an empty one, which would mean the current folder: it mostly comes from an empty variable of a script. */
export function folderAt(path: string): string {
  if (path !== '') return resolve(path);
  throw usageFailure('The path of a backup is empty.', 'It may come from an empty variable.', 'Name a folder');
}
