import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import type { ContentHash } from '../../../src/base/ids.ts';
import { signatureBytes } from '../../../src/domain/renditions/detected-type.ts';
import { type ContentStore, maxWholeBeginning } from '../../../src/ports/content-store.ts';

interface Kept {
  readonly bytes: Buffer;
  /** In milliseconds since the process began. */
  readonly writtenAt: number;
}

async function allOf(bytes: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of bytes) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/** A content store that is gone with the process, for tests with small contents. */
export function createMemoryContentStore(): ContentStore {
  const contents = new Map<ContentHash, Kept>();
  return {
    async write(source) {
      const bytes = source instanceof Uint8Array ? Buffer.from(source) : await allOf(source);
      // The digest of SHA-256 has the form of a ContentHash.
      const hash = createHash('sha256').update(bytes).digest('hex') as ContentHash;
      contents.set(hash, { bytes, writtenAt: performance.now() });
      return {
        hash,
        size: bytes.length,
        beginning: bytes.length <= maxWholeBeginning ? bytes : bytes.subarray(0, signatureBytes),
      };
    },
    async read(hash, range) {
      const kept = contents.get(hash);
      if (kept === undefined) return undefined;
      const part = range === undefined ? kept.bytes : kept.bytes.subarray(range.start, range.end + 1);
      // A copy: whoever reads may do with it what they want.
      return Readable.from(part.length === 0 ? [] : [Buffer.from(part)]);
    },
    has: async (hash) => contents.has(hash),
    size: async (hash) => contents.get(hash)?.bytes.length,
    file: async () => {
      throw new Error('Contents in memory have no files.');
    },
    location: (hash) => `memory/${hash}`,
    async sweep(inUse, graceMilliseconds) {
      const newestToRemove = performance.now() - graceMilliseconds;
      const kept = new Set<ContentHash>();
      for await (const hash of inUse) kept.add(hash);
      const gone = [...contents].filter(([hash, { writtenAt }]) => !kept.has(hash) && writtenAt <= newestToRemove);
      for (const [hash] of gone) contents.delete(hash);
      return { removed: gone.length };
    },
    stop: async () => undefined,
  };
}
