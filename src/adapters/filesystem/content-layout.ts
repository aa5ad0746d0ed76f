import { randomUUID } from 'node:crypto';
import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { asContentHash, type ContentHash } from '../../base/ids.ts';

/**
 * Paths in a content folder: files at `ab/<sha256>`, unfinished ones at `tmp/c/<uuid>`. With one level of folders, an upload rarely has
 * to create a folder, which takes as long as writing a small file.
 */
export interface ContentLayout {
  readonly root: string;
  /**
   * The folder of unfinished files. It is on the same file system as the finished ones, because only a rename within
   * one is atomic.
   */
  readonly unfinished: string;
  /**
   * A new path for an unfinished file, in one of sixteen folders that may be missing. Linux locks a folder for each new name, and
   * writers that wait for the same folder take twice the time.
   */
  newUnfinished(): string;
  folder(hash: ContentHash): string;
  file(hash: ContentHash): string;
  /** All stored contents in no particular order. Files with other names are skipped. */
  contents(): AsyncIterable<ContentHash>;
}

/** The layout of the content folder `root`. Does not access the disk. */
export function contentLayout(root: string): ContentLayout {
  const unfinished = join(root, 'tmp');
  const folder = (hash: ContentHash): string => join(root, hash.slice(0, 2));
  return {
    root,
    unfinished,
    newUnfinished: () => newUnfinished(unfinished),
    folder,
    file: (hash) => join(folder(hash), hash),
    contents: () => contentsBelow(root),
  };
}

function newUnfinished(folder: string): string {
  const id = randomUUID();
  return join(folder, id.charAt(0), id);
}

/** The name of a folder with contents. */
export const folderForm = /^[0-9a-f]{2}$/;

/** The name of a content. */
export const contentForm = /^[0-9a-f]{64}$/;

async function* contentsBelow(root: string): AsyncIterable<ContentHash> {
  for await (const folder of namesIn(root, folderForm)) {
    for await (const name of namesIn(join(root, folder), contentForm)) {
      const hash = asContentHash(name);
      if (hash?.startsWith(folder)) yield hash;
    }
  }
}

async function* namesIn(folder: string, form: RegExp): AsyncIterable<string> {
  try {
    for await (const entry of await opendir(folder)) if (form.test(entry.name)) yield entry.name;
  } catch (error) {
    // A file with the name of a folder is not part of the layout.
    if (systemErrorCode(error) !== 'ENOTDIR') throw error;
  }
}
