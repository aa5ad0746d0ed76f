import { isAbsolute, relative, sep } from 'node:path';

/** Whether an absolute path of this system is the folder or below it. Compares only the names, so links must be resolved. */
export function isWithin(folder: string, path: string): boolean {
  const inFolder = relative(folder, path);
  return inFolder !== '..' && !inFolder.startsWith(`..${sep}`) && !isAbsolute(inFolder);
}
