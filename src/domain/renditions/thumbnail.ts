import {
  type AttemptError,
  type FailedAttempt,
  type FailureReason,
  failedAttempt,
  type WorkLimits,
} from './failed-attempts.ts';

/** The size of an image in pixels. */
export interface Extent {
  readonly width: number;
  readonly height: number;
}

/** The stored sizes of a thumbnail: `standard` for lists, `large` for display and as the source of all other sizes. */
export type ThumbnailSize = 'standard' | 'large';

/** The maximum side length of a stored thumbnail, in pixels. Smaller originals are not enlarged. */
export const maxSide: Readonly<Record<ThumbnailSize, number>> = { standard: 400, large: 1200 };

/** One stored size of a thumbnail. */
export interface StoredThumbnail extends Extent {
  /** The size of the file in bytes. A file of another size is damaged. */
  readonly size: number;
}

/** The result of creating a thumbnail of a content. All nodes with this content share it. */
export interface ThumbnailRecord {
  /** The `makerVersion` that created it. Results of older versions are created again. */
  readonly maker: number;
  readonly picture: {
    readonly mimeType: 'image/jpeg' | 'image/png';
    readonly standard: StoredThumbnail;
    readonly large: StoredThumbnail;
  } | null;
  /** The reason why there is no thumbnail. */
  readonly why?: FailureReason;
  /** The failed attempt, if a later one may succeed. */
  readonly tried?: FailedAttempt;
}

/** The record of a failed attempt. */
export function noThumbnail(failed: AttemptError<FailureReason>, limits: WorkLimits, now: Date): ThumbnailRecord {
  const tried = failedAttempt(failed, limits, now);
  const record = { maker: makerVersion, picture: null, why: failed.why };
  return tried === undefined ? record : { ...record, tried };
}

/** Raise this whenever thumbnails can be created from more files than before. */
export const makerVersion = 1;

/** The size in a request for a thumbnail. */
export interface RequestedSize {
  readonly maxWidth: number | undefined;
  readonly maxHeight: number | undefined;
  /** Whether to fill the whole box and cut off the rest. Otherwise the image fits into the box. Requires both sides. */
  readonly crop: boolean;
}

const roundedSide = (side: number): number => Math.max(1, Math.round(side));

/**
 * The size of the resulting image. It is never enlarged. With `crop`, it has the proportions of the box, and is scaled
 * down if the original does not fill the box. Otherwise it has the proportions of the original.
 */
export function extentFor(original: Extent, { maxWidth, maxHeight, crop }: RequestedSize): Extent {
  if (crop && maxWidth !== undefined && maxHeight !== undefined) {
    const factor = Math.min(1, original.width / maxWidth, original.height / maxHeight);
    return { width: roundedSide(maxWidth * factor), height: roundedSide(maxHeight * factor) };
  }
  const factor = Math.min(
    1,
    (maxWidth ?? original.width) / original.width,
    (maxHeight ?? original.height) / original.height,
  );
  return { width: roundedSide(original.width * factor), height: roundedSide(original.height * factor) };
}
