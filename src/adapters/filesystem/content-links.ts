import { link } from 'node:fs/promises';
import { systemErrorCode } from '../../base/errors/errors.ts';
import type { ContentHash } from '../../base/ids.ts';
import type { ContentLayout } from './content-layout.ts';
import { createDurableFolders } from './durable-folders.ts';

/** Links a content of another folder. Resolves to false if that is not possible, for example to another file system. */
export type LinkContent = (hash: ContentHash) => Promise<boolean>;

/** Links contents of `from` into `to`. A link survives a power failure once the folder of the content is synced. */
export function createContentLinks(from: ContentLayout, to: ContentLayout): LinkContent {
  const ensureFolder = createDurableFolders();
  return async (hash) => {
    try {
      await ensureFolder(to.folder(hash));
      await link(from.file(hash), to.file(hash));
      return true;
    } catch (error) {
      // The caller copies the content instead. If the disk has failed, that write reports it.
      if (systemErrorCode(error) === undefined) throw error;
      return false;
    }
  };
}
