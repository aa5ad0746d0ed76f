import type { Readable } from 'node:stream';
import type { ContentHash } from '../base/ids.ts';
import type { FailureReason, WorkLimits } from '../domain/renditions/failed-attempts.ts';
import type { Extent, ThumbnailRecord, ThumbnailSize } from '../domain/renditions/thumbnail.ts';
import type { ThumbnailSource } from '../domain/renditions/thumbnail-source.ts';

/** The result of creating a thumbnail, with the bytes of both stored sizes if it succeeded. */
export type ThumbnailOutcome =
  | {
      readonly made: NonNullable<ThumbnailRecord['picture']>;
      readonly bytes: Readonly<Record<ThumbnailSize, Buffer>>;
    }
  | {
      readonly made: null;
      readonly why: FailureReason;
      /** Set if the worker ran only once and may have been killed from outside, so that a second attempt may succeed. */
      readonly again?: true;
    };

/** Creates thumbnails in a sandbox with limits of time and memory, so that a malicious file cannot affect the server. */
export interface ThumbnailMaker {
  /** The limits for one thumbnail. `took too long` and `too much memory` refer to these. */
  readonly limits: WorkLimits;
  /**
   * Creates the thumbnail of a file of this kind, one file at a time; `urgent` calls come first. Calls `open` once, when the
   * work begins. Never rejects because of the contents of a file. Rejects if the stream fails, and with
   * `RepositoryError('Unavailable')` if no thumbnail can be created now.
   */
  make(
    source: ThumbnailSource,
    open: () => Promise<Readable>,
    options: {
      readonly urgent: boolean;
      /** The owner of the content. Queued calls of different owners alternate. */
      readonly owner?: string;
      /** Do not try again if the worker ends for an unknown reason; the caller decides. */
      readonly once?: boolean;
    },
  ): Promise<ThumbnailOutcome>;
  /**
   * Scales a stored thumbnail down, in the same format or as PNG. If the proportions differ, the sides are cropped.
   * Runs before calls of `make` that are not urgent. Calls `open` once, when the work begins. Resolves to undefined if
   * `open` does.
   */
  resize(
    open: () => Promise<Buffer | undefined>,
    extent: Extent,
    options?: { readonly asPng?: boolean },
  ): Promise<Buffer | undefined>;
  /** Cancels the running work and accepts no more. */
  stop(): Promise<void>;
}

/** The cache of thumbnails. It may be deleted at any time. */
export interface ThumbnailCache {
  /** Reads a cached thumbnail; undefined if its file is missing, damaged, or not `size` bytes long. */
  read(hash: ContentHash, thumbnailSize: ThumbnailSize, size: number): Promise<Buffer | undefined>;
  write(hash: ContentHash, bytes: Readonly<Record<ThumbnailSize, Buffer>>): Promise<void>;
  remove(hash: ContentHash): Promise<void>;
  /** The hashes of all contents with a cached thumbnail, in no particular order. */
  hashes(): AsyncIterable<ContentHash>;
}
