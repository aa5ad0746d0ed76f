import type { ThumbnailSize } from '../../domain/renditions/thumbnail.ts';
import type { ThumbnailCache } from '../../ports/thumbnails.ts';
import { ContentCache } from '../sandbox/content-cache.ts';

const storedSizes: readonly ThumbnailSize[] = ['standard', 'large'];

/** Caches thumbnails in files `ab/<sha256 of the content>.<size>`. */
export function createThumbnailCache(root: string): ThumbnailCache {
  const files = new ContentCache(root, storedSizes, 'The thumbnail could not be saved');
  return {
    read: (hash, which, size) => files.read(hash, which, size),
    async write(hash, bytes) {
      for (const which of storedSizes) await files.write(hash, which, bytes[which]);
    },
    remove: (hash) => files.remove(hash),
    hashes: () => files.hashes(),
  };
}
