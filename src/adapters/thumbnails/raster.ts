import sharp, { type OutputInfo, type Sharp, type SharpOptions } from 'sharp';
import { type Extent, maxSide, type StoredThumbnail } from '../../domain/renditions/thumbnail.ts';
import { Unreadable } from '../sandbox/unreadable.ts';
import type { Made } from './messages.ts';

// The worker makes one thumbnail at a time: one thread, no cache.
sharp.cache(false);
sharp.concurrency(1);
// The decoders of some formats are unsafe. Only formats that schools use may be read, and only from memory.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadTiffBuffer',
    'VipsForeignLoadHeifBuffer',
    'VipsForeignLoadSvgBuffer',
  ],
});

/**
 * The maximum number of pixels of an image: more than any camera produces. An image that cannot be decoded line by line
 * takes four bytes of memory per pixel.
 */
const maxPixels = 120_000_000;

const readOptions: SharpOptions = { failOn: 'error', limitInputPixels: maxPixels };

export interface Pixels {
  readonly data: Buffer;
  readonly info: Extent & { readonly channels: OutputInfo['channels'] };
}

const fromPixels = ({ data, info }: Pixels): Sharp => sharp(data, { raw: { ...info } });

function unreadableOf(error: unknown): Unreadable {
  const tooLarge = error instanceof Error && /pixel limit|exceeds|too large/i.test(error.message);
  return new Unreadable(tooLarge ? 'too large' : 'damaged', { cause: error });
}

async function encode(
  pixels: Pixels,
  side: number,
  opaque: boolean,
): Promise<{ data: Buffer; stored: StoredThumbnail }> {
  const small = fromPixels(pixels).resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
  const encoder = opaque ? small.removeAlpha().jpeg({ quality: 85 }) : small.png({ compressionLevel: 9 });
  const { data, info } = await encoder.toBuffer({ resolveWithObject: true });
  return { data, stored: { width: info.width, height: info.height, size: data.length } };
}

/** Both stored sizes: JPEG, or PNG if the image has transparent parts. */
export async function thumbnailFrom(pixels: Pixels): Promise<Made> {
  const opaque = pixels.info.channels < 4 || (await fromPixels(pixels).stats()).isOpaque;
  const large = await encode(pixels, maxSide.large, opaque);
  const standard = await encode(pixels, maxSide.standard, opaque);
  return {
    made: { mimeType: opaque ? 'image/jpeg' : 'image/png', standard: standard.stored, large: large.stored },
    bytes: { standard: standard.data, large: large.data },
  };
}

async function decode(image: Sharp): Promise<Pixels> {
  const { large: side } = maxSide;
  return image
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
}

/** The thumbnail of a raster image, upright; of an animation the first frame. Throws `Unreadable`. */
export async function fromRaster(bytes: Buffer): Promise<Made> {
  try {
    return await thumbnailFrom(await decode(sharp(bytes, readOptions)));
  } catch (error) {
    throw unreadableOf(error);
  }
}

/** The values of each colour, of 255, that look white. */
const minWhite = 250;

/** Whether a raster image is white everywhere. False for one that is damaged. */
export async function isBlank(bytes: Buffer): Promise<boolean> {
  try {
    const { channels } = await sharp(bytes, readOptions).stats();
    return channels.every(({ min }) => min >= minWhite);
  } catch {
    return false;
  }
}

/** Points per inch: the default and the limits of the library. */
const densities = { default: 72, min: 1, max: 100_000 } as const;

/**
 * The thumbnail of a drawing, rendered in the stored size because it has no size in pixels. Referenced files are not
 * loaded.
 */
export async function fromSvg(bytes: Buffer): Promise<Made> {
  try {
    const { width, height } = await sharp(bytes, { ...readOptions, limitInputPixels: false }).metadata();
    const density = (densities.default * maxSide.large) / Math.max(1, width, height);
    const limited = Math.min(densities.max, Math.max(densities.min, density));
    return await thumbnailFrom(await decode(sharp(bytes, { ...readOptions, density: limited })));
  } catch (error) {
    throw unreadableOf(error);
  }
}

/** A smaller version of a stored thumbnail, in its format or as PNG; if the proportions differ, the sides are cropped. */
export async function resized(thumbnail: Buffer, { width, height }: Extent, asPng = false): Promise<Buffer> {
  const image = sharp(thumbnail, readOptions);
  const small = image.resize({ width, height, fit: 'cover' });
  const { format } = await image.metadata();
  return format === 'jpeg' && !asPng ? small.jpeg({ quality: 82 }).toBuffer() : small.png().toBuffer();
}
