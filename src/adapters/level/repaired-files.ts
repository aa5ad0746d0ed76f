import { copyFile, link, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoreInspection } from './inspect-store.ts';

type Replacements = StoreInspection['replacements'];

async function syncFolder(directory: string): Promise<void> {
  const folder = await open(directory, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function writeSynced(path: string, content: Buffer): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** LevelDB never changes a finished file, so both folders may share it. */
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
 * Makes a folder that LevelDB can open for reading instead of a damaged store. The damaged parts are left out. The store
 * itself stays unchanged to the last byte.
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
