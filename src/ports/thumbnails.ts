import type { Readable } from 'node:stream';
import type { ContentHash } from '../base/ids.ts';
import type { Extent, KeptSize, PictureRecord } from '../domain/renditions/thumbnail.ts';
import type { PictureSource } from '../domain/renditions/thumbnail-source.ts';
import type { InVain, WorkLimits } from '../domain/renditions/work-limits.ts';

/** What came of making a picture; with the bytes of both kept sizes where there is one. */
export type PictureOutcome =
  | {
      readonly made: NonNullable<PictureRecord['picture']>;
      readonly bytes: Readonly<Record<KeptSize, Buffer>>;
    }
  | {
      readonly made: null;
      readonly why: InVain;
      /** It was run once only, and may have been ended from outside: it is worth another try. */
      readonly again?: true;
    };

/** Makes pictures apart from this process, under limits of time and memory: whatever a file does, it harms nobody else. */
export interface PictureMaker {
  /** What a picture may take: `took too long` and `too much memory` mean these. */
  readonly limits: WorkLimits;
  /**
   * Looks at bytes that begin like such a source, one content at a time; `urgent` goes before all that is not. `open` is
   * called once, when it is its turn. What is in the bytes never makes it reject; it rejects where they cannot be read,
   * and with `RepositoryError('Unavailable')` where pictures cannot be made now.
   */
  make(
    source: PictureSource,
    open: () => Promise<Readable>,
    how: {
      readonly urgent: boolean;
      /** Owners who wait take turns. */
      readonly owner?: string;
      /** Where the process ends for no known reason, leave the second try to the caller. */
      readonly once?: boolean;
    },
  ): Promise<PictureOutcome>;
  /**
   * A kept picture in an extent that is not larger, of the same type; what has other proportions is cut at the sides.
   * Goes before what is not urgent. `open` is called once, when it is its turn; undefined where it gives nothing.
   */
  resize(open: () => Promise<Buffer | undefined>, extent: Extent): Promise<Buffer | undefined>;
  /** Ends at once what is being made, and takes nothing more. */
  stop(): Promise<void>;
}

/** Made pictures: a cache that may be deleted at any time. */
export interface PictureCache {
  /** Undefined where it is not there (any more), is damaged, or is not `size` bytes long. */
  read(hash: ContentHash, which: KeptSize, size: number): Promise<Buffer | undefined>;
  write(hash: ContentHash, bytes: Readonly<Record<KeptSize, Buffer>>): Promise<void>;
  remove(hash: ContentHash): Promise<void>;
  /** All contents of which pictures are there, in no order. */
  hashes(): AsyncIterable<ContentHash>;
}
