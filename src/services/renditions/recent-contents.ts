import { LRUCache } from 'lru-cache';
import type { ByteRange } from '../../base/byte-range.ts';
import { bytesOf, streamOf } from '../../base/byte-streams.ts';
import type { ContentHash } from '../../base/ids.ts';
import { signatureBytes } from '../../domain/renditions/detected-type.ts';
import type { ContentStore } from '../../ports/content-store.ts';

/**
 * A content store, as two views. `reading` is for thumbnails, texts and the index. It answers from memory for contents that
 * `writing` has written shortly before: the first bytes, which tell the kind of a file, and all bytes of a small content. It
 * reads the first bytes of other contents once for all three.
 */
export interface RecentContents {
  readonly writing: ContentStore;
  readonly reading: ContentStore;
}

/** The memory for whole contents and the memory for first bytes, in bytes each. Whole contents must not evict first bytes. */
const maxBytes = 8_000_000;

/** The memory that an entry takes besides its bytes, in bytes. */
const entryBytes = 200;

interface Head {
  readonly bytes: Buffer;
  /** Whether the content has no more bytes. */
  readonly isWhole: boolean;
}

const headOf = (beginning: Buffer): Head => ({
  // A copy, so that the rest can be freed.
  bytes: beginning.length > signatureBytes ? Buffer.from(beginning.subarray(0, signatureBytes)) : beginning,
  isWhole: beginning.length < signatureBytes,
});

/** Undefined if the head is too short. */
const partOf = ({ bytes, isWhole }: Head, { start, end }: ByteRange): Buffer | undefined =>
  isWhole || end < bytes.length ? bytes.subarray(start, end + 1) : undefined;

/** The first bytes of contents. They are not verified. */
class RecentHeads {
  readonly #content: ContentStore;
  readonly #heads = new LRUCache<ContentHash, Head>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes.length + entryBytes,
  });
  readonly #reading = new Map<ContentHash, Promise<Head | undefined>>();

  constructor(content: ContentStore) {
    this.#content = content;
  }

  add(hash: ContentHash, beginning: Buffer): void {
    this.#heads.set(hash, headOf(beginning));
  }

  /** The part of a content, if its head has it. Reads the head if necessary. Undefined also for a missing content. */
  async part(hash: ContentHash, range: ByteRange): Promise<Buffer | undefined> {
    if (range.start >= signatureBytes || range.end >= signatureBytes) return undefined;
    const head = this.#heads.get(hash) ?? (await this.#readOnce(hash));
    return head && partOf(head, range);
  }

  #readOnce(hash: ContentHash): Promise<Head | undefined> {
    const reading = this.#reading.get(hash) ?? this.#read(hash).finally(() => this.#reading.delete(hash));
    this.#reading.set(hash, reading);
    return reading;
  }

  async #read(hash: ContentHash): Promise<Head | undefined> {
    const bytes = await this.#content.read(hash, { start: 0, end: signatureBytes - 1 });
    if (bytes === undefined) return undefined;
    this.add(hash, await bytesOf(bytes));
    return this.#heads.get(hash);
  }
}

export function createRecentContents(content: ContentStore): RecentContents {
  const heads = new RecentHeads(content);
  const wholes = new LRUCache<ContentHash, Buffer>({
    maxSize: maxBytes,
    sizeCalculation: (bytes) => bytes.length + entryBytes,
  });

  /** Only a written content is used as a whole, because a read without a range is verified. */
  const inMemory = async (hash: ContentHash, range: ByteRange | undefined): Promise<Buffer | undefined> => {
    const whole = wholes.get(hash);
    if (whole !== undefined) return range === undefined ? whole : whole.subarray(range.start, range.end + 1);
    return range && heads.part(hash, range);
  };

  return {
    writing: {
      ...content,
      async write(bytes) {
        const written = await content.write(bytes);
        heads.add(written.hash, written.beginning);
        if (written.beginning.length === written.size) wholes.set(written.hash, written.beginning);
        return written;
      },
    },
    reading: {
      ...content,
      async read(hash, range) {
        const part = await inMemory(hash, range);
        if (part === undefined) return content.read(hash, range);
        // A copy, because readers may change what they read.
        return streamOf(Buffer.from(part));
      },
    },
  };
}
