import { createReadStream } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type Archive, CheckedEntries, defaultLimits } from './archive.ts';

/** The files of a folder, as of an archive. Rejects with a failure if it has links or devices. */
export async function openFolder(path: string, input: string): Promise<Archive> {
  const checked = new CheckedEntries(input, { ...defaultLimits, bytes: Number.POSITIVE_INFINITY });
  for await (const entry of await opendir(path, { recursive: true })) {
    const file = join(entry.parentPath, entry.name);
    const kind = entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : entry.isSymbolicLink() ? 'link' : 'other';
    checked.add(relative(path, file).split(sep).join('/'), kind, kind === 'file' ? (await lstat(file)).size : 0);
  }
  return {
    files: checked.files,
    async open(name) {
      return createReadStream(join(path, ...name.split('/')));
    },
    async close() {},
  };
}
