import sharp, { type OutputInfo, type Sharp, type SharpOptions } from 'sharp';
import { type Extent, maxSide, type StoredThumbnail } from '../../domain/renditions/thumbnail.ts';
import { Unreadable } from '../sandbox/unreadable.ts';
import type { Made } from './messages.ts';

// One picture at a time, on one core, and nothing of it is kept.
sharp.cache(false);
sharp.concurrency(1);
// The library reads more than it should be shown: only what arises in schools, and only from memory.
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

/** More than any camera makes; a picture that is not read line by line takes four bytes for each. */
const mostPixels = 120_000_000;

const reading: SharpOptions = { failOn: 'error', limitInputPixels: mostPixels };

/** Pixels as they come out of a decoder. */
export interface Pixels {
  readonly data: Buffer;
  readonly info: Extent & { readonly channels: OutputInfo['channels'] };
}

const fromPixels = ({ data, info }: Pixels): Sharp => sharp(data, { raw: { ...info } });

function explained(error: unknown): Unreadable {
  const tooLarge = error instanceof Error && /pixel limit|exceeds|too large/i.test(error.message);
  return new Unreadable(tooLarge ? 'too large' : 'damaged', { cause: error });
}

async function keep(
  pixels: Pixels,
  longest: number,
  opaque: boolean,
): Promise<{ data: Buffer; kept: StoredThumbnail }> {
  const small = fromPixels(pixels).resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true });
  const written = opaque ? small.removeAlpha().jpeg({ quality: 85 }) : small.png({ compressionLevel: 9 });
  const { data, info } = await written.toBuffer({ resolveWithObject: true });
  return { data, kept: { width: info.width, height: info.height, size: data.length } };
}

/** Both kept sizes of a picture: JPEG, or PNG where one can see through it. */
export async function thumbnailFrom(pixels: Pixels): Promise<Made> {
  const opaque = pixels.info.channels < 4 || (await fromPixels(pixels).stats()).isOpaque;
  const large = await keep(pixels, maxSide.large, opaque);
  const standard = await keep(pixels, maxSide.standard, opaque);
  return {
    made: { mimeType: opaque ? 'image/jpeg' : 'image/png', standard: standard.kept, large: large.kept },
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

/** The picture of a raster image, upright; of an animation its first. Throws `Unreadable`. */
export async function fromRaster(bytes: Buffer): Promise<Made> {
  try {
    return await thumbnailFrom(await decode(sharp(bytes, reading)));
  } catch (error) {
    throw explained(error);
  }
}

/** Of points to the inch. What the library takes. */
const densities = { usual: 72, least: 1, most: 100_000 } as const;

/** A drawing has no size of its own in pixels: it is drawn as large as it is kept. Loads nothing that it refers to. */
export async function fromSvg(bytes: Buffer): Promise<Made> {
  try {
    const { width, height } = await sharp(bytes, { ...reading, limitInputPixels: false }).metadata();
    const density = (densities.usual * maxSide.large) / Math.max(1, width, height);
    const settled = Math.min(densities.most, Math.max(densities.least, density));
    return await thumbnailFrom(await decode(sharp(bytes, { ...reading, density: settled })));
  } catch (error) {
    throw explained(error);
  }
}

/** A kept picture, smaller; what has other proportions is cut at the sides. */
export async function resized(picture: Buffer, { width, height }: Extent): Promise<Buffer> {
  const image = sharp(picture, reading);
  const small = image.resize({ width, height, fit: 'cover' });
  const { format } = await image.metadata();
  return format === 'jpeg' ? small.jpeg({ quality: 82 }).toBuffer() : small.png().toBuffer();
}
