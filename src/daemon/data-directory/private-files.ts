import { access, chmod, mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemErrorCode } from '../../base/errors/errors.ts';

/** From here on this process makes files for its owner only. Not for a command that also writes people's own files. */
export const makeFilesPrivate = (): void => {
  process.umask(0o077);
};

/**
 * Makes a folder, with those above it, for its owner alone; one that is there stays as it is. Not `mkdir` with
 * `recursive`: where the system has no room for folders at all, as below `/proc`, that tries for ever.
 */
export async function makePrivateFolder(directory: string): Promise<void> {
  try {
    await mkdir(directory, { mode: 0o700 });
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || (await exists(dirname(directory)))) throw error;
    await makePrivateFolder(dirname(directory));
    await makePrivateFolder(directory);
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Takes away from everybody else what a library made in a folder without sub-folders. */
export async function restrictToOwner(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    try {
      await chmod(join(directory, name), 0o600);
    } catch (error) {
      // LevelDB removes old files by itself.
      if (systemErrorCode(error) !== 'ENOENT') throw error;
    }
  }
}
