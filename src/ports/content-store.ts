import type { Readable } from 'node:stream';
import type { ByteRange } from '../base/byte-range.ts';
import type { ContentHash } from '../base/ids.ts';

export interface StoredContent {
  readonly hash: ContentHash;
  /** The size of the content, in bytes. */
  readonly size: number;
}

/** The maximum size of a content that `write` also returns as a whole, in bytes. Most texts that people write are smaller. */
export const maxWholeBeginning = 65_536;

/** A content that was just written. */
export interface WrittenContent extends StoredContent {
  /**
   * All bytes of a content of up to `maxWholeBeginning`; of a larger one, the first `signatureBytes` of
   * `domain/renditions/detected-type.ts`.
   */
  readonly beginning: Buffer;
}

/** A content as a local file. */
export interface ContentFile {
  readonly path: string;
  release(): Promise<void>;
}

/** Immutable files, identified by the SHA-256 of their bytes. */
export interface ContentStore {
  /**
   * Writes the bytes. A stream is not buffered in memory, except for its beginning. Resolves when the bytes are durable.
   * Rejects with the stream's error, or with `RepositoryError('StorageFailed')`, and then leaves no file. The caller must not
   * change the bytes afterwards.
   */
  write(bytes: Readable | Uint8Array): Promise<WrittenContent>;
  /** Opens a content or a range of it; undefined if it does not exist. A range past its end is cut. */
  read(hash: ContentHash, range?: ByteRange): Promise<Readable | undefined>;
  has(hash: ContentHash): Promise<boolean>;
  /** In bytes; undefined if it does not exist. */
  size(hash: ContentHash): Promise<number | undefined>;
  /**
   * A file with the content, for a reader in another thread: its own file, or a copy in `folder` that `release` deletes. Undefined
   * if the content does not exist; a store of local files need not look.
   */
  file(hash: ContentHash, folder: string): Promise<ContentFile | undefined>;
  /** Where the content is or would be, for messages to administrators: a path or an address. */
  location(hash: ContentHash): string;
  /** Removes all contents that are older than `graceMilliseconds` and not in `inUse`. */
  sweep(inUse: AsyncIterable<ContentHash>, graceMilliseconds: number): Promise<{ readonly removed: number }>;
  /** Waits up to five seconds for running writes, so that none leaves a partial file. Call it after the last write. */
  stop(): Promise<void>;
}
