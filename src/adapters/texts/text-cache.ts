import type { TextCache } from '../../ports/texts.ts';
import { createContentCache } from '../sandbox/content-cache.ts';

/** Keeps texts as files `ab/<sha256 of the content>.txt` in UTF-8. Nothing is synced: what a power cut takes is read anew. */
export function createTextCache(root: string): TextCache {
  const files = createContentCache(root, ['txt'], 'A text could not be kept');
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
