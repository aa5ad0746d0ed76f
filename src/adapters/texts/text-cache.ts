import type { TextCache } from '../../ports/texts.ts';
import { createContentCache } from '../sandbox/content-cache.ts';

/** Caches texts in files `ab/<sha256 of the content>.txt` in UTF-8. Not synced: what a power failure destroys is read again. */
export function createTextCache(root: string): TextCache {
  const files = createContentCache(root, ['txt'], 'The text could not be saved');
  return {
    prepare: files.prepare,
    read: async (hash, bytes) => (await files.read(hash, 'txt', bytes))?.toString('utf8'),
    async write(hash, text) {
      const bytes = Buffer.from(text);
      await files.write(hash, 'txt', bytes);
      return bytes.length;
    },
    remove: files.remove,
    hashes: files.hashes,
  };
}
