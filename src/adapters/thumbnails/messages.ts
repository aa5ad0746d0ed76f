import type { FailureReason } from '../../domain/renditions/failed-attempts.ts';
import type { Extent, ThumbnailRecord, ThumbnailSize } from '../../domain/renditions/thumbnail.ts';
import type { ThumbnailSource } from '../../domain/renditions/thumbnail-source.ts';

/** A job for the worker. Contents are passed as files that do not change. */
export type Job =
  | { readonly kind: 'make'; readonly source: ThumbnailSource; readonly path: string }
  | { readonly kind: 'resize'; readonly picture: Buffer; readonly extent: Extent; readonly asPng?: boolean };

/** A thumbnail in both stored sizes. */
export interface Made {
  readonly made: NonNullable<ThumbnailRecord['picture']>;
  readonly bytes: Readonly<Record<ThumbnailSize, Buffer>>;
}

export type Reply =
  | { readonly kind: 'made'; readonly result: Made }
  | { readonly kind: 'none'; readonly why: FailureReason }
  | { readonly kind: 'resized'; readonly picture: Buffer };

const megabyte = 1_000_000;

/** Maximum size of a source in bytes. All but archives are held in memory as a whole. */
export const maxSourceBytes: Readonly<Record<ThumbnailSource, number>> = {
  raster: 200 * megabyte,
  svg: 10 * megabyte,
  pdf: 200 * megabyte,
  zip: 2_000 * megabyte,
};
