import type { Readable } from 'node:stream';
import type { ContentHash } from '../base/ids.ts';
import type { Extent, ThumbnailRecord, ThumbnailSize } from '../domain/renditions/thumbnail.ts';
import type { ThumbnailSource } from '../domain/renditions/thumbnail-source.ts';
import type { FailureReason, WorkLimits } from '../domain/renditions/work-limits.ts';

/** What came of making a picture; with the bytes of both kept sizes where there is one. */
export type ThumbnailOutcome =
  | {
      readonly made: NonNullable<ThumbnailRecord['picture']>;
      readonly bytes: Readonly<Record<ThumbnailSize, Buffer>>;
    }
  | {
      readonly made: null;
      readonly why: FailureReason;
      /** It was run once only, and may have been ended from outside: it is worth another try. */
      readonly again?: true;
    };

/** Makes pictures apart from this process, under limits of time and memory: whatever a file does, it harms nobody else. */
export interface ThumbnailMaker {
  /** What a picture may take: `took too long` and `too much memory` mean these. */
  readonly limits: WorkLimits;
  /**
   * Looks at bytes that begin like such a source, one content at a time; `urgent` goes before all that is not. `open` is
   * called once, when it is its turn. What is in the bytes never makes it reject; it rejects where they cannot be read,
   * and with `RepositoryError('Unavailable')` where pictures cannot be made now.
   */
  make(
    source: ThumbnailSource,
    open: () => Promise<Readable>,
    how: {
      readonly urgent: boolean;
      /** Owners who wait take turns. */
      readonly owner?: string;
      /** Where the process ends for no known reason, leave the second try to the caller. */
      readonly once?: boolean;
    },
  ): Promise<ThumbnailOutcome>;
  /**
   * A kept picture in an extent that is not larger, of the same type; what has other proportions is cut at the sides.
   * Goes before what is not urgent. `open` is called once, when it is its turn; undefined where it gives nothing.
   */
  resize(open: () => Promise<Buffer | undefined>, extent: Extent): Promise<Buffer | undefined>;
  /** Ends at once what is being made, and takes nothing more. */
  stop(): Promise<void>;
}

/** Made pictures: a cache that may be deleted at any time. */
export interface ThumbnailCache {
  /** Undefined where it is not there (any more), is damaged, or is not `size` bytes long. */
  read(hash: ContentHash, which: ThumbnailSize, size: number): Promise<Buffer | undefined>;
  write(hash: ContentHash, bytes: Readonly<Record<ThumbnailSize, Buffer>>): Promise<void>;
  remove(hash: ContentHash): Promise<void>;
  /** All contents of which pictures are there, in no order. */
  hashes(): AsyncIterable<ContentHash>;
}
