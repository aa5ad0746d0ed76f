/** Types of these kinds are packed, except for `unpacked`. */
const packedKinds = /^(?:audio|video)\//;

const packed: ReadonlySet<string> = new Set([
  'image/apng',
  'image/avif',
  'image/gif',
  'image/heic',
  'image/heif',
  'image/jp2',
  'image/jpeg',
  'image/jpg',
  'image/jxl',
  'image/png',
  'image/webp',
  'font/woff',
  'font/woff2',
  'application/gzip',
  'application/java-archive',
  'application/ogg',
  'application/pdf',
  'application/vnd.android.package-archive',
  'application/vnd.apple.keynote',
  'application/vnd.apple.numbers',
  'application/vnd.apple.pages',
  'application/vnd.geogebra.file',
  'application/vnd.google-earth.kmz',
  'application/vnd.rar',
  'application/x-7z-compressed',
  'application/x-bzip2',
  'application/x-gzip',
  'application/x-rar-compressed',
  'application/x-xz',
  'application/x-zip-compressed',
  'application/zip',
  'application/zstd',
]);

/** Families of types that are ZIP files: Office Open XML, also with macros, OpenDocument, and the suffix `+zip`. */
const zipFamilies: readonly RegExp[] = [
  /^application\/vnd\.openxmlformats-officedocument\./,
  /^application\/vnd\.ms-[a-z.]+\.macroenabled\.12$/,
  /^application\/vnd\.oasis\.opendocument\.(?!.*-flat-xml$)/,
  /\+zip$/,
];

const unpacked: ReadonlySet<string> = new Set([
  'audio/aiff',
  'audio/basic',
  'audio/l16',
  'audio/midi',
  'audio/vnd.wave',
  'audio/wav',
  'audio/wave',
  'audio/x-aiff',
  'audio/x-midi',
  'audio/x-mpegurl',
  'audio/x-wav',
]);

/** Whether files of a media type are compressed already, so that compressing them again only takes time. */
export function isPacked(mimeType: string): boolean {
  if (unpacked.has(mimeType)) return false;
  return packed.has(mimeType) || packedKinds.test(mimeType) || zipFamilies.some((family) => family.test(mimeType));
}
