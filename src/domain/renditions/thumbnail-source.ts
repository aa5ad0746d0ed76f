/** What a picture of a content can be made from. */
export type ThumbnailSource = 'raster' | 'svg' | 'pdf' | 'zip';

/** So many bytes from the start of a content tell what it is. */
export const signatureBytes = 4096;

const startsWith = (head: Buffer, text: string, at: number): boolean =>
  head.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'));

type Mark = readonly [text: string, at?: number];

/** The kinds of raster images that are read, by the marks that all of them carry. */
const rasterTypes: readonly (readonly [mimeType: string, ...marks: Mark[]])[] = [
  ['image/jpeg', ['\xff\xd8\xff']],
  ['image/png', ['\x89PNG\r\n\x1a\n']],
  ['image/gif', ['GIF8']],
  ['image/webp', ['RIFF'], ['WEBP', 8]],
  ['image/tiff', ['II*\0']],
  ['image/tiff', ['MM\0*']],
  ['image/avif', ['ftypavif', 4]],
];

const rasterTypeOf = (head: Buffer): string | undefined =>
  rasterTypes.find(([, ...marks]) => marks.every(([text, at = 0]) => startsWith(head, text, at)))?.[0];

const utf16 = (head: Buffer): boolean => startsWith(head, '\xff\xfe', 0) || startsWith(head, '\xfe\xff', 0);

/** What may stand before the root element: declarations, comments and a document type, whose inner part may be long. */
const beforeRoot = /^(?:\s|<\?[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE[^[>]*(?:\[[\s\S]*?\]\s*)?>)*/i;

/** Whether a content that begins so is a drawing in SVG, also where comments and declarations come first. */
export function isSvg(head: Buffer): boolean {
  if (utf16(head)) return false;
  const text = head.toString('utf8').replace(/^\ufeff/, '');
  return /^<(?:\w+:)?svg[\s>]/i.test(text.replace(beforeRoot, ''));
}

/**
 * What a content is by its first bytes, whatever it is called; undefined where no picture can be made of it. Other
 * bytes than the very first ones may come before the mark of a PDF, as its readers allow it.
 */
export function thumbnailSourceOf(head: Buffer): ThumbnailSource | undefined {
  if (rasterTypeOf(head) !== undefined) return 'raster';
  if (startsWith(head, 'PK\x03\x04', 0)) return 'zip';
  if (head.subarray(0, 1024 + 5).includes('%PDF-')) return 'pdf';
  return isSvg(head) ? 'svg' : undefined;
}

/** The media type of an image, by its first bytes; undefined for what is none. */
export const imageTypeOf = (head: Buffer): string | undefined =>
  rasterTypeOf(head) ?? (isSvg(head) ? 'image/svg+xml' : undefined);
