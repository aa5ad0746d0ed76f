import { chmod, mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileExists } from '../../adapters/durable-files/durable-files.ts';
import { systemErrorCode } from '../../base/errors/errors.ts';

/** Makes all files that this process creates from now on private. Not for commands that also write files for the user. */
export const makeFilesPrivate = (): void => {
  process.umask(0o077);
};

/**
 * Creates a folder and its missing parents with mode 0700. An existing folder stays as it is. Does not use `mkdir` with
 * `recursive`, which never returns if the system cannot create folders, for example below `/proc`.
 */
export async function makePrivateFolder(directory: string): Promise<void> {
  try {
    await mkdir(directory, { mode: 0o700 });
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || (await fileExists(dirname(directory)))) throw error;
    await makePrivateFolder(dirname(directory));
    await makePrivateFolder(directory);
  }
}

/** Sets mode 0600 on the files that a library created in a folder without subfolders. Does nothing if there is no such folder. */
export async function restrictToOwner(directory: string): Promise<void> {
  if (!(await fileExists(directory))) return;
  for (const name of await readdir(directory)) {
    try {
      await chmod(join(directory, name), 0o600);
    } catch (error) {
      // LevelDB removes old files by itself.
      if (systemErrorCode(error) !== 'ENOENT') throw error;
    }
  }
}
