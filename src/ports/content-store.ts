import type { Readable } from 'node:stream';
import type { ByteRange } from '../base/byte-range.ts';
import type { ContentHash } from '../base/ids.ts';

export interface StoredContent {
  readonly hash: ContentHash;
  /** In bytes. */
  readonly size: number;
}

/** Immutable files, addressed by the SHA-256 of their bytes. */
export interface ContentStore {
  /**
   * Takes the stream to its end; nothing is kept in memory. Resolves when the bytes are safe on disk.
   * Rejects with the stream's error, or with `RepositoryError('StorageFailed')`; nothing is left behind then.
   */
  write(bytes: Readable): Promise<StoredContent>;
  /** Undefined where no such content is. A part ends where the content ends. */
  read(hash: ContentHash, range?: ByteRange): Promise<Readable | undefined>;
  has(hash: ContentHash): Promise<boolean>;
  /** Removes every content older than `graceMilliseconds` that `inUse` does not name. */
  sweep(inUse: AsyncIterable<ContentHash>, graceMilliseconds: number): Promise<{ readonly removed: number }>;
  /** Waits until no write is under way, five seconds at most, so that none leaves a file behind. Call it when no more come. */
  stop(): Promise<void>;
}
