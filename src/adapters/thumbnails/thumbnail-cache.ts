import type { ThumbnailSize } from '../../domain/renditions/thumbnail.ts';
import type { ThumbnailCache } from '../../ports/thumbnails.ts';
import { createContentCache } from '../sandbox/content-cache.ts';

const keptSizes: readonly ThumbnailSize[] = ['standard', 'large'];

/** Keeps pictures as files `ab/<sha256 of the content>.large`. Nothing is synced: what a power cut takes is made anew. */
export function createThumbnailCache(root: string): ThumbnailCache {
  const files = createContentCache(root, keptSizes, 'A picture could not be kept');
  return {
    read: files.read,
    async write(hash, bytes) {
      for (const which of keptSizes) await files.write(hash, which, bytes[which]);
    },
    remove: files.remove,
    hashes: files.hashes,
  };
}
