import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { contentLayout, folderForm } from '../../adapters/filesystem/content-layout.ts';
import { DataDirectoryError } from '../../base/errors/data-directory-error.ts';
import { systemErrorCode } from '../../base/errors/errors.ts';

/** The names in a folder; none if it does not exist. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Whether contents were stored in the content folder. */
export const hasContents = async (folder: string): Promise<boolean> =>
  (await namesIn(folder)).some((name) => folderForm.test(name));

/**
 * Rejects with `DataDirectoryError` if the content folder has no subfolder of its own. Its disk is then probably not mounted, and
 * uploads would be hidden once it is.
 */
export async function requireContentFolder(folder: string): Promise<void> {
  const { unfinished } = contentLayout(folder);
  if ((await namesIn(folder)).includes(basename(unfinished)) || (await hasContents(folder))) return;
  throw new DataDirectoryError(`The folder with all files of the repository, ${folder}, is missing or empty.`, {
    advice: `Mount its disk, or restore the folder from a backup. To continue without the files, create the folder ${unfinished}`,
  });
}
