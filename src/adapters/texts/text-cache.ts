import type { TextCache } from '../../ports/texts.ts';
import { ContentCache } from '../sandbox/content-cache.ts';

/** Caches texts in files `ab/<sha256 of the content>.txt` in UTF-8. */
export function createTextCache(root: string): TextCache {
  const files = new ContentCache(root, ['txt'], 'The text could not be saved');
  return {
    prepare: () => files.prepare(),
    read: async (hash, bytes) => (await files.read(hash, 'txt', bytes))?.toString('utf8'),
    async write(hash, text) {
      const bytes = Buffer.from(text);
      await files.write(hash, 'txt', bytes);
      return bytes.length;
    },
    remove: (hash) => files.remove(hash),
    hashes: () => files.hashes(),
  };
}
