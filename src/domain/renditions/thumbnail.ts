import {
  type AttemptError,
  type FailedAttempt,
  type FailureReason,
  failedAttempt,
  type WorkLimits,
} from './work-limits.ts';

/** How large a picture is, in pixels. */
export interface Extent {
  readonly width: number;
  readonly height: number;
}

/** The two sizes in which a picture is kept: `standard` for lists, `large` to look at and to make all others from. */
export type ThumbnailSize = 'standard' | 'large';

/** The longest side of a kept picture, in pixels. A smaller original stays as small as it is. */
export const maxSide: Readonly<Record<ThumbnailSize, number>> = { standard: 400, large: 1200 };

/** One picture as it is kept. */
export interface StoredThumbnail extends Extent {
  /** In bytes: a file of another length is not what was kept. */
  readonly size: number;
}

/** What came of making a picture of a content. It is the same for all nodes with these bytes. */
export interface ThumbnailRecord {
  /** By which rules it was looked at (`makerVersion`): what older ones made or could not make is made anew. */
  readonly maker: number;
  readonly picture: {
    readonly mimeType: 'image/jpeg' | 'image/png';
    readonly standard: StoredThumbnail;
    readonly large: StoredThumbnail;
  } | null;
  /** Given where there is none. */
  readonly why?: FailureReason;
  /** Given where there is none and the content alone is not to blame: at another time there may be one. */
  readonly tried?: FailedAttempt;
}

/** The record of a picture that did not come out. */
export function noThumbnail(failed: AttemptError<FailureReason>, limits: WorkLimits, now: Date): ThumbnailRecord {
  const tried = failedAttempt(failed, limits, now);
  const record = { maker: makerVersion, picture: null, why: failed.why };
  return tried === undefined ? record : { ...record, tried };
}

/** To be raised when the program learns to make pictures that it could not make before. */
export const makerVersion = 1;

/** The size of a picture that somebody asks for. */
export interface RequestedSize {
  readonly maxWidth: number | undefined;
  readonly maxHeight: number | undefined;
  /** Fill the whole box and cut off what stands over; without it the picture fits in the box. Needs both sides. */
  readonly crop: boolean;
}

const within = (side: number): number => Math.max(1, Math.round(side));

/**
 * The extent that a picture gets: it is never enlarged. With `crop` the box, made smaller in its own proportions where
 * the picture does not fill it; else the picture in its proportions.
 */
export function extentFor(picture: Extent, wanted: RequestedSize): Extent {
  const { maxWidth, maxHeight, crop } = wanted;
  if (crop && maxWidth !== undefined && maxHeight !== undefined) {
    const factor = Math.min(1, picture.width / maxWidth, picture.height / maxHeight);
    return { width: within(maxWidth * factor), height: within(maxHeight * factor) };
  }
  const factor = Math.min(
    1,
    (maxWidth ?? picture.width) / picture.width,
    (maxHeight ?? picture.height) / picture.height,
  );
  return { width: within(picture.width * factor), height: within(picture.height * factor) };
}
