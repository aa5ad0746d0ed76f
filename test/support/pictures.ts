import sharp from 'sharp';
import type { Operations } from '../../src/contract/index.ts';
import type { Result } from '../../src/contract/operation.ts';
import { bytesOf } from './trees.ts';

/** A picture in one colour, in the format that is asked for. */
export const plainImage = (
  format: 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'avif',
  extent: { readonly width: number; readonly height: number },
  background = '#c02020',
): Promise<Buffer> =>
  sharp({ create: { ...extent, channels: 3, background } })
    .toFormat(format)
    .toBuffer();

/** What kind of picture a file is, and how large. */
export async function pictureIn(file: Result<Operations['getPreview']>) {
  const bytes = await bytesOf(file);
  const { format, width, height } = await sharp(bytes).metadata();
  return { format, width, height, bytes };
}

/** The colour in the middle, as red, green and blue. */
export async function middleOf(bytes: Buffer): Promise<number[]> {
  const image = sharp(bytes).flatten({ background: '#ffffff' }).toColourspace('srgb');
  const { data } = await image.resize(1, 1, { fit: 'cover' }).raw().toBuffer({ resolveWithObject: true });
  return [...data.subarray(0, 3)];
}
