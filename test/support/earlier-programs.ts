import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contentForm, folderForm } from '../../src/adapters/filesystem/content-layout.ts';
import { dataPaths } from '../../src/daemon/data-directory/data-directory.ts';
import { openSeams } from '../../src/daemon/open-seams.ts';
import type { Log } from '../../src/ports/log.ts';
import { newName } from './trees.ts';

const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Stores people like one who is known, as programs did that took each spelling for another person. */
export async function addAsEarlierPrograms(
  directory: string,
  userNames: readonly string[],
  like: string,
): Promise<void> {
  const { store } = await openSeams(directory, false, silent);
  try {
    await store.change(async (change) => {
      const known = await change.people.get(like);
      if (known === undefined) throw new Error(`${like} should have been made before.`);
      for (const userName of userNames) change.people.put(userName, { ...known, id: newName('id'), userName });
    });
  } finally {
    await store.close();
  }
}

/** The place of a content in the first format, which had a folder more for each. */
export const placeInFirstFormat = (directory: string, hash: string): string =>
  join(dataPaths(directory).content, hash.slice(0, 2), hash.slice(2, 4), hash);

async function contentsOf(directory: string): Promise<string[]> {
  const { content } = dataPaths(directory);
  const folders = (await readdir(content)).filter((name) => folderForm.test(name));
  const names = await Promise.all(folders.map((folder) => readdir(join(content, folder))));
  return names.flat().filter((name) => contentForm.test(name));
}

/** Gives a closed data directory the first format. Contents that are not named stay, as after an interruption of the upgrade. */
export async function asFirstFormat(
  directory: string,
  { marker = '{"format":1}', hashes }: { readonly marker?: string; readonly hashes?: readonly string[] } = {},
): Promise<void> {
  const { content, marker: file } = dataPaths(directory);
  for (const hash of hashes ?? (await contentsOf(directory))) {
    const old = placeInFirstFormat(directory, hash);
    await mkdir(join(old, '..'), { recursive: true });
    await rename(join(content, hash.slice(0, 2), hash), old);
  }
  await writeFile(file, marker);
}
