import { readFile } from 'node:fs/promises';
import { unreachable } from '../../base/errors/errors.ts';
import type { ThumbnailSource } from '../../domain/renditions/thumbnail-source.ts';
import type { Made } from './messages.ts';

/** Makes the thumbnail of a file. Loads only the libraries that it needs. Throws `Unreadable`. */
export async function makeThumbnail(source: ThumbnailSource, path: string): Promise<Made> {
  switch (source) {
    case 'raster':
      return (await import('./raster.ts')).fromRaster(await readFile(path));
    case 'svg':
      return (await import('./raster.ts')).fromSvg(await readFile(path));
    case 'pdf':
      return (await import('./pdf-page.ts')).fromPdf(await readFile(path));
    case 'zip':
      return (await import('./zip-thumbnail.ts')).fromZip(path);
    default:
      return unreachable(source);
  }
}
