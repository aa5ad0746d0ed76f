import type { KeptSize } from '../../domain/renditions/thumbnail.ts';
import type { PictureCache } from '../../ports/thumbnails.ts';
import { createContentCache } from '../sandbox/content-cache.ts';

const keptSizes: readonly KeptSize[] = ['standard', 'large'];

/** Keeps pictures as files `ab/<sha256 of the content>.large`. Nothing is synced: what a power cut takes is made anew. */
export function createPictureCache(root: string): PictureCache {
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
