import { signatureBytes } from '../../domain/renditions/detected-type.ts';
import { thumbnailSourceOf } from '../../domain/renditions/thumbnail-source.ts';
import { coverPathOf, packagePathOf } from '../sandbox/epub-package.ts';
import { Unreadable } from '../sandbox/unreadable.ts';
import { openZipEntries, type ZipEntries } from '../sandbox/zip-entries.ts';
import type { Made } from './messages.ts';
import { fromRaster, fromSvg, isBlank } from './raster.ts';

/** Entries with a preview of the document: Open Packaging (Office), OpenDocument, GeoGebra, iWork. */
const thumbnailPaths = [
  /^docProps\/thumbnail\.\w{2,4}$/i,
  /^Thumbnails\/thumbnail\.png$/,
  /^geogebra_thumbnail\.png$/,
  /^QuickLook\/Thumbnail\.jpg$/,
];

const text = (bytes: Buffer | undefined): string => (bytes ?? Buffer.alloc(0)).toString('utf8');

async function coverOf(entries: ZipEntries): Promise<string | undefined> {
  const packagePath = packagePathOf(text(await entries.read('META-INF/container.xml')));
  if (packagePath === undefined) return undefined;
  return coverPathOf(text(await entries.read(packagePath)), packagePath);
}

async function thumbnailOf(entries: ZipEntries): Promise<Buffer | undefined> {
  const name =
    entries.names.find((entry) => thumbnailPaths.some((path) => path.test(entry))) ?? (await coverOf(entries));
  return name === undefined ? undefined : entries.read(name);
}

async function thumbnailIn(path: string): Promise<Buffer> {
  const entries = await openZipEntries(path);
  try {
    const thumbnail = await thumbnailOf(entries);
    if (thumbnail === undefined) throw new Unreadable('none inside');
    return thumbnail;
  } finally {
    entries.close();
  }
}

/** The thumbnail inside a document, or the cover of a book. Some programs write a blank one. Throws `Unreadable`. */
export async function fromZip(path: string): Promise<Made> {
  const thumbnail = await thumbnailIn(path).catch((error: unknown) => {
    throw error instanceof Unreadable ? error : new Unreadable('damaged', { cause: error });
  });
  const source = thumbnailSourceOf(thumbnail.subarray(0, signatureBytes));
  if (source === 'raster' && !(await isBlank(thumbnail))) return fromRaster(thumbnail);
  if (source === 'svg') return fromSvg(thumbnail);
  // Office also writes metafiles, which only Windows can render.
  throw new Unreadable('none inside');
}
