import { copyFile, link, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder, writeSynced } from '../durable-files/durable-files.ts';
import type { StoreInspection } from './inspect-store.ts';

type Replacements = StoreInspection['replacements'];

/** Links or copies a file. Both folders may share it, because LevelDB never changes a finished file. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch {
    // Not every file system supports links.
    await copyFile(from, to);
  }
}

const isLevelFile = (name: string): boolean => /^(?:\d+\.(?:ldb|sst|log)|CURRENT|MANIFEST-\d+)$/.test(name);

/**
 * Copies a damaged store without the damaged parts, so that LevelDB can open the copy for reading. The store itself stays
 * unchanged to the last byte.
 */
export async function makeReadableCopy(directory: string, copy: string, replacements: Replacements): Promise<void> {
  await rm(copy, { recursive: true, force: true });
  await mkdir(copy, { mode: 0o700 });
  for (const name of await readdir(directory)) {
    if (isLevelFile(name) && !replacements.has(name)) await linkOrCopy(join(directory, name), join(copy, name));
  }
  for (const [name, content] of replacements) await writeSynced(join(copy, name), await content());
}

/** Removes the damaged parts of a store, file by file, and moves the damaged files into the folder `damagedFiles`. */
export async function takeOutDamage(
  directory: string,
  damagedFiles: string,
  replacements: Replacements,
): Promise<void> {
  const names = new Set(await readdir(directory));
  await mkdir(damagedFiles, { recursive: true, mode: 0o700 });
  for (const [name, content] of replacements) {
    const path = join(directory, name);
    await writeSynced(`${path}.new`, await content());
    if (names.has(name)) await linkOrCopy(path, join(damagedFiles, name));
    await syncFolder(damagedFiles);
    await rename(`${path}.new`, path);
  }
  await syncFolder(directory);
}
