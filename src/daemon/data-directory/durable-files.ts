import { open, readdir, readFile, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { makePrivateFolder } from './private-files.ts';

/** Syncs the entries of a folder, so that a rename survives a power failure. */
export async function syncFolder(directory: string): Promise<void> {
  const folder = await open(directory, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Writes a file atomically, with mode 0600. It is on disk when this resolves; after a failure, the old content remains. */
export async function writeDurably(path: string, content: string | Uint8Array): Promise<void> {
  const temporary = `${path}.new`;
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  await syncFolder(dirname(path));
}

async function hasContent(path: string): Promise<boolean> {
  try {
    return (await stat(path)).size > 0;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Copies the files of a folder except `excluded`. Existing files stay as they are: an administrator may have changed them. */
export async function copyDurably(from: string, to: string, excluded: readonly string[]): Promise<void> {
  await makePrivateFolder(to);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (excluded.includes(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyDurably(source, target, []);
    else if (!(await hasContent(target))) await writeDurably(target, await readFile(source));
  }
  await syncFolder(to);
}
