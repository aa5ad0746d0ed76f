import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import type { ByteRange } from '../../base/byte-range.ts';
import type { ContentHash } from '../../base/ids.ts';
import type { ContentStore, WrittenContent } from '../../ports/content-store.ts';

/**
 * A content store, as two views. What `reading` needs of the beginning of a content that `writing` has just written comes from
 * memory: the kind of a file for its thumbnail and its text, and the whole of a small one.
 */
export interface RecentContents {
  readonly writing: ContentStore;
  readonly reading: ContentStore;
}

/** The memory for the beginnings of contents, in bytes. */
const maxBytes = 8_000_000;

/** The part of the content, if its beginning is enough. */
function partOf({ beginning, size }: WrittenContent, range: ByteRange | undefined): Buffer | undefined {
  const end = Math.min(range === undefined ? size : range.end + 1, size);
  // A copy, because readers may change what they read.
  return end <= beginning.length ? Buffer.from(beginning.subarray(range?.start ?? 0, end)) : undefined;
}

export function createRecentContents(content: ContentStore): RecentContents {
  const recent = new LRUCache<ContentHash, WrittenContent>({
    maxSize: maxBytes,
    sizeCalculation: ({ beginning }) => beginning.length + 200,
  });
  return {
    writing: {
      ...content,
      async write(bytes) {
        const written = await content.write(bytes);
        recent.set(written.hash, written);
        return written;
      },
    },
    reading: {
      ...content,
      async read(hash, range) {
        const written = recent.get(hash);
        const part = written && partOf(written, range);
        if (part === undefined) return content.read(hash, range);
        return Readable.from(part.length === 0 ? [] : [part], { objectMode: false });
      },
    },
  };
}
