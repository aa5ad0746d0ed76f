import type { ThumbnailSize } from '../../domain/renditions/thumbnail.ts';
import type { ThumbnailCache } from '../../ports/thumbnails.ts';
import { createContentCache } from '../sandbox/content-cache.ts';

const storedSizes: readonly ThumbnailSize[] = ['standard', 'large'];

/** Caches thumbnails in files `ab/<sha256 of the content>.large`. Not synced: what a power failure destroys is made again. */
export function createThumbnailCache(root: string): ThumbnailCache {
  const files = createContentCache(root, storedSizes, 'The thumbnail could not be saved');
  return {
    read: files.read,
    async write(hash, bytes) {
      for (const which of storedSizes) await files.write(hash, which, bytes[which]);
    },
    remove: files.remove,
    hashes: files.hashes,
  };
}
