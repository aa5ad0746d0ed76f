import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { releaseChunk } from '../../base/buffers/buffer-pool.ts';
import type { ByteRange } from '../../base/byte-range.ts';
import { createLruCache } from '../../base/caching/lru-cache.ts';
import { RepositoryError } from '../../base/errors/errors.ts';
import type { ContentHash } from '../../base/ids.ts';
import type { ContentReference } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import { DamagedRecord } from '../../ports/store.ts';

/** Reads the beginnings of contents. Rejects with `StorageFailed` where a content is missing, or known to be damaged. */
export interface ContentHeads {
  /** The first `length` bytes, checked against the digest of the content. */
  verified(content: ContentReference, length: number): Promise<Buffer>;
  /** The same without a check: enough to guess the type of a file. */
  unverified(content: ContentReference, length: number): Promise<Buffer>;
}

/** Contents whose beginning is known to be good. */
const maxKnown = 10_000;

const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64');

async function beginningOf(bytes: Readable, length: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let left = length;
  // To the end in any case: only there the digest of the whole is checked.
  for await (const chunk of bytes) {
    // A copy: the stream uses the memory of a chunk again.
    if (left > 0) chunks.push(Buffer.from((chunk as Buffer).subarray(0, left)));
    left -= (chunk as Buffer).length;
    releaseChunk(bytes, chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

const restore = (hash: ContentHash, what: string, cause?: unknown): RepositoryError =>
  new RepositoryError('StorageFailed', `The content ${hash} is ${what} on disk: restore it from a backup.`, { cause });

/**
 * The digest of a content is of its whole, so a beginning is checked by reading all of it once. Later its own digest, kept
 * in memory, is enough: a file of gigabytes is not read again for each look at its first words.
 */
export function createContentHeads({ content }: Pick<Seams, 'content'>): ContentHeads {
  const known = createLruCache<string>(maxKnown);
  /** Callers who want the same beginning share one reading of the whole. */
  const checking = new Map<string, Promise<Buffer>>();

  const open = async (hash: ContentHash, range?: ByteRange): Promise<Readable> => {
    const bytes = await content.read(hash, range);
    if (bytes === undefined) throw restore(hash, 'missing');
    return bytes;
  };

  const unverified = async ({ hash, size }: ContentReference, length: number): Promise<Buffer> => {
    const end = Math.min(size, length) - 1;
    return end < 0 ? Buffer.alloc(0) : beginningOf(await open(hash, { start: 0, end }), length);
  };

  const checked = async (hash: ContentHash, length: number): Promise<Buffer> => {
    try {
      return await beginningOf(await open(hash), length);
    } catch (error) {
      throw error instanceof DamagedRecord ? restore(hash, 'damaged', error) : error;
    }
  };

  return {
    unverified,
    async verified(reference, length) {
      const { hash, size } = reference;
      if (size === 0) return Buffer.alloc(0);
      if (size <= length) return checked(hash, length);
      const key = `${hash}/${length}`;
      const digest = known.get(key);
      if (digest !== undefined) {
        const bytes = await unverified(reference, length);
        if (digestOf(bytes) === digest) return bytes;
      }
      const running = checking.get(key) ?? checked(hash, length).finally(() => checking.delete(key));
      checking.set(key, running);
      const bytes = await running;
      known.set(key, digestOf(bytes));
      return bytes;
    },
  };
}
