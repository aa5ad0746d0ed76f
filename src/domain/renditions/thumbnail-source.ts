/** The kind of file that a thumbnail is created from. */
export type ThumbnailSource = 'raster' | 'svg' | 'pdf' | 'zip';

const startsWith = (head: Buffer, text: string, offset: number): boolean =>
  head.subarray(offset, offset + text.length).equals(Buffer.from(text, 'latin1'));

type Signature = readonly [text: string, offset?: number];

/** The supported raster formats with their signatures, all of which must match. */
const rasterTypes: readonly (readonly [mimeType: string, ...signatures: Signature[]])[] = [
  ['image/jpeg', ['\xff\xd8\xff']],
  ['image/png', ['\x89PNG\r\n\x1a\n']],
  ['image/gif', ['GIF8']],
  ['image/webp', ['RIFF'], ['WEBP', 8]],
  ['image/tiff', ['II*\0']],
  ['image/tiff', ['MM\0*']],
  ['image/avif', ['ftypavif', 4]],
];

const rasterTypeOf = (head: Buffer): string | undefined =>
  rasterTypes.find(([, ...signatures]) =>
    signatures.every(([text, offset = 0]) => startsWith(head, text, offset)),
  )?.[0];

const isUtf16 = (head: Buffer): boolean => startsWith(head, '\xff\xfe', 0) || startsWith(head, '\xfe\xff', 0);

/** What may precede the root element: declarations, comments and a document type, which may have a long internal subset. */
const beforeRoot = /^(?:\s|<\?[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE[^[>]*(?:\[[\s\S]*?\]\s*)?>)*/i;

/** Whether a content with this start is SVG, possibly after comments and declarations. */
export function isSvg(head: Buffer): boolean {
  if (isUtf16(head)) return false;
  const text = head.toString('utf8').replace(/^\ufeff/, '');
  return /^<(?:\w+:)?svg[\s>]/i.test(text.replace(beforeRoot, ''));
}

/**
 * The kind of a content by its first bytes, whatever its stated type. Undefined if no thumbnail can be created from it. The
 * signature of a PDF may be preceded by other bytes, as PDF readers allow.
 */
export function thumbnailSourceOf(head: Buffer): ThumbnailSource | undefined {
  if (rasterTypeOf(head) !== undefined) return 'raster';
  if (startsWith(head, 'PK\x03\x04', 0)) return 'zip';
  if (head.subarray(0, 1024 + 5).includes('%PDF-')) return 'pdf';
  return isSvg(head) ? 'svg' : undefined;
}

/** The media type of an image by its first bytes; undefined if it is not a supported image. */
export const imageTypeOf = (head: Buffer): string | undefined =>
  rasterTypeOf(head) ?? (isSvg(head) ? 'image/svg+xml' : undefined);
