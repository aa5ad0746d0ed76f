import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { asContentHash, type ContentHash } from '../../base/ids.ts';

/** Paths in a content folder: files at `ab/cd/<sha256>`, unfinished ones in `tmp/`. */
export interface ContentLayout {
  readonly root: string;
  /**
   * The folder of unfinished files. It is on the same file system as the finished ones, because only a rename within
   * one is atomic.
   */
  readonly unfinished: string;
  /** The folders of a content, outermost first. */
  folders(hash: ContentHash): readonly [outer: string, inner: string];
  file(hash: ContentHash): string;
  /** All stored contents in no particular order. Files with other names are skipped. */
  contents(): AsyncIterable<ContentHash>;
}

/** The layout of the content folder `root`. Does not access the disk. */
export function contentLayout(root: string): ContentLayout {
  const folders = (hash: ContentHash) => {
    const outer = join(root, hash.slice(0, 2));
    return [outer, join(outer, hash.slice(2, 4))] as const;
  };
  return {
    root,
    unfinished: join(root, 'tmp'),
    folders,
    file: (hash) => join(folders(hash)[1], hash),
    contents: () => contentsBelow(root),
  };
}

async function* contentsBelow(root: string): AsyncIterable<ContentHash> {
  for await (const outer of namesIn(root, /^[0-9a-f]{2}$/)) {
    for await (const inner of namesIn(join(root, outer), /^[0-9a-f]{2}$/)) {
      for await (const name of namesIn(join(root, outer, inner), /^[0-9a-f]{64}$/)) {
        const hash = asContentHash(name);
        if (hash?.startsWith(outer + inner)) yield hash;
      }
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
