import { link, stat } from 'node:fs/promises';
import { systemErrorCode } from '../../base/errors/errors.ts';
import type { ContentHash } from '../../base/ids.ts';
import type { ContentLayout } from './content-layout.ts';
import { createDurableFolders } from './durable-folders.ts';

/** The size of a file in bytes; undefined if there is none. */
export async function sizeOfFile(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Links a content of another folder. Resolves to false if no link is possible: to another file system, or on one that has no links. */
export type LinkContent = (hash: ContentHash) => Promise<boolean>;

const noLink = new Set(['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/** Links contents of `from` into `to`. A link survives a power failure once the folder of the content is synced. */
export function createContentLinks(from: ContentLayout, to: ContentLayout): LinkContent {
  const ensureFolder = createDurableFolders();
  return async (hash) => {
    try {
      await ensureFolder(to.folder(hash));
      await link(from.file(hash), to.file(hash));
      return true;
    } catch (error) {
      if (noLink.has(systemErrorCode(error) ?? '')) return false;
      throw error;
    }
  };
}
