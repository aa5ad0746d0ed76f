import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import type { ByteRange } from '../../base/byte-range.ts';
import type { ContentHash } from '../../base/ids.ts';
import { signatureBytes } from '../../domain/renditions/detected-type.ts';
import type { ContentStore } from '../../ports/content-store.ts';

/**
 * A content store, as two views. What `reading` needs of the beginning of a content that `writing` has just written comes from
 * memory: the kind of a file for its thumbnail and its text, and the whole of a small one. The first bytes of other contents are
 * read once, although thumbnails, texts and index all look at them.
 */
export interface RecentContents {
  readonly writing: ContentStore;
  readonly reading: ContentStore;
}

/** The memory for the beginnings of contents, in bytes. */
const maxBytes = 8_000_000;

interface RecentContent {
  readonly beginning: Buffer;
  /** Infinite if it is unknown. */
  readonly size: number;
  /** Whether the bytes were written by this process. Others are unverified, so they do not stand for the whole content. */
  readonly isWritten: boolean;
}

/** The part of the content, if its beginning is enough. */
function partOf({ beginning, size, isWritten }: RecentContent, range: ByteRange | undefined): Buffer | undefined {
  if (range === undefined && !isWritten) return undefined;
  const end = Math.min(range === undefined ? size : range.end + 1, size);
  // A copy, because readers may change what they read.
  return end <= beginning.length ? Buffer.from(beginning.subarray(range?.start ?? 0, end)) : undefined;
}

const isOfHead = (range: ByteRange | undefined): boolean => range?.start === 0 && range.end < signatureBytes;

async function readHead(content: ContentStore, hash: ContentHash): Promise<RecentContent | undefined> {
  const bytes = await content.read(hash, { start: 0, end: signatureBytes - 1 });
  if (bytes === undefined) return undefined;
  const beginning = await buffer(bytes);
  const isWhole = beginning.length < signatureBytes;
  return { beginning, size: isWhole ? beginning.length : Number.POSITIVE_INFINITY, isWritten: false };
}

export function createRecentContents(content: ContentStore): RecentContents {
  const recent = new LRUCache<ContentHash, RecentContent>({
    maxSize: maxBytes,
    sizeCalculation: ({ beginning }) => beginning.length + 200,
  });

  const recentOrHead = async (hash: ContentHash, range: ByteRange | undefined): Promise<RecentContent | undefined> => {
    const known = recent.get(hash);
    if (known !== undefined || !isOfHead(range)) return known;
    const head = await readHead(content, hash);
    // In the meantime, the content may have been written.
    if (head !== undefined && !recent.has(hash)) recent.set(hash, head);
    return head;
  };

  return {
    writing: {
      ...content,
      async write(bytes) {
        const written = await content.write(bytes);
        recent.set(written.hash, { beginning: written.beginning, size: written.size, isWritten: true });
        return written;
      },
    },
    reading: {
      ...content,
      async read(hash, range) {
        const known = await recentOrHead(hash, range);
        const part = known && partOf(known, range);
        if (part === undefined) return content.read(hash, range);
        return Readable.from(part.length === 0 ? [] : [part], { objectMode: false });
      },
    },
  };
}
