import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import { releaseChunk } from '../../base/buffer-pool.ts';
import type { ByteRange } from '../../base/byte-range.ts';
import { RepositoryError } from '../../base/errors/errors.ts';
import type { ContentHash } from '../../base/ids.ts';
import type { ContentReference } from '../../domain/nodes/records.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import type { Seams } from '../../ports/seams.ts';
import { DamagedRecord } from '../../ports/store.ts';

/** Reads the beginnings of contents. Rejects with `StorageFailed` if a content is missing or is found to be damaged. */
export interface ContentHeads {
  /** The first `length` bytes, verified against the digest of the content. */
  verified(content: ContentReference, length: number): Promise<Buffer>;
  /** The first `length` bytes without verification, for example to detect the type of a file. */
  unverified(content: ContentReference, length: number): Promise<Buffer>;
}

/** Maximum number of digests of verified beginnings in memory. */
const maxDigests = 10_000;

const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64');

async function beginningOf(bytes: Readable, length: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let left = length;
  // Reads to the end, because the stream verifies the digest there.
  for await (const chunk of bytes) {
    // A copy, since the stream reuses the memory of a chunk.
    if (left > 0) chunks.push(Buffer.from((chunk as Buffer).subarray(0, left)));
    left -= (chunk as Buffer).length;
    releaseChunk(bytes, chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

const storageFailed = (hash: ContentHash, state: 'missing' | 'damaged', cause?: unknown): RepositoryError =>
  new RepositoryError(
    'StorageFailed',
    `The content ${hash} is ${state} on disk. Restore it from a backup of the data directory.`,
    { cause },
  );

async function open(content: ContentStore, hash: ContentHash, range?: ByteRange): Promise<Readable> {
  const bytes = await content.read(hash, range);
  if (bytes === undefined) throw storageFailed(hash, 'missing');
  return bytes;
}

async function readHead(content: ContentStore, { hash, size }: ContentReference, length: number): Promise<Buffer> {
  const end = Math.min(size, length) - 1;
  return end < 0 ? Buffer.alloc(0) : beginningOf(await open(content, hash, { start: 0, end }), length);
}

/** Reads the whole content to verify it. */
async function verifiedHead(content: ContentStore, hash: ContentHash, length: number): Promise<Buffer> {
  try {
    return await beginningOf(await open(content, hash), length);
  } catch (error) {
    throw error instanceof DamagedRecord ? storageFailed(hash, 'damaged', error) : error;
  }
}

/**
 * A content has one digest for all of its bytes, so the first verification reads the whole file. Later ones read only the
 * beginning and compare it with its own digest in memory.
 */
export function createContentHeads({ content }: Pick<Seams, 'content'>): ContentHeads {
  const digests = new LRUCache<string, string>({
    // With `max` it would take its memory at once.
    maxSize: maxDigests,
    sizeCalculation: () => 1,
  });
  /** Concurrent callers share one verification. */
  const checking = new Map<string, Promise<Buffer>>();

  return {
    unverified: (reference, length) => readHead(content, reference, length),
    async verified(reference, length) {
      const { hash, size } = reference;
      if (size === 0) return Buffer.alloc(0);
      if (size <= length) return verifiedHead(content, hash, length);
      const key = `${hash}/${length}`;
      const digest = digests.get(key);
      if (digest !== undefined) {
        const bytes = await readHead(content, reference, length);
        if (digestOf(bytes) === digest) return bytes;
      }
      const running = checking.get(key) ?? verifiedHead(content, hash, length).finally(() => checking.delete(key));
      checking.set(key, running);
      const bytes = await running;
      digests.set(key, digestOf(bytes));
      return bytes;
    },
  };
}
