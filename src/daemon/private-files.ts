import { chmod, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode } from '../base/errors.ts';

/** From here on this process makes files for its owner only. Not for a command that also writes people's own files. */
export const makeFilesPrivate = (): void => {
  process.umask(0o077);
};

/** LevelDB makes its files by the process's umask; its folder is the owner's alone from the start. */
export const makePrivateFolder = (directory: string): Promise<string | undefined> =>
  mkdir(directory, { recursive: true, mode: 0o700 });

/** Takes away from everybody else what a library made in a folder without sub-folders. */
export async function closeToOthers(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    try {
      await chmod(join(directory, name), 0o600);
    } catch (error) {
      // LevelDB removes old files by itself.
      if (systemErrorCode(error) !== 'ENOENT') throw error;
    }
  }
}
