import { link, stat } from 'node:fs/promises';
import { systemErrorCode } from '../../base/errors/errors.ts';
import type { ContentHash } from '../../base/ids.ts';
import type { ContentLayout } from './content-layout.ts';
import { createDurableFolders } from './durable-folders.ts';

/**
 * Links a content. Resolves to false if the earlier folder does not have it or has it in another size than the source, or if no link is
 * possible: to another file system, or on one that has no links. The link survives a power failure once the folder of the content is
 * synced.
 */
export type LinkContent = (hash: ContentHash) => Promise<boolean>;

const noLink = new Set(['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The content folders of a repository, of an earlier backup of it, and of a new backup. */
export interface LinkedFolders {
  readonly source: ContentLayout;
  readonly from: ContentLayout;
  readonly to: ContentLayout;
}

/** Links contents of `from` into `to`. A content that the source has lost is linked as it is. */
export function createContentLinks({ source, from, to }: LinkedFolders): LinkContent {
  const ensureFolder = createDurableFolders();
  return async (hash) => {
    try {
      const size = await sizeOf(from.file(hash));
      if (size === undefined || size !== ((await sizeOf(source.file(hash))) ?? size)) return false;
      await ensureFolder(to.folder(hash));
      await link(from.file(hash), to.file(hash));
      return true;
    } catch (error) {
      if (noLink.has(systemErrorCode(error) ?? '')) return false;
      throw error;
    }
  };
}
