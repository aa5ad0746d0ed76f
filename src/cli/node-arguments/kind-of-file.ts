const kinds: Readonly<Record<string, string>> = {
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'PowerPoint',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel',
  'application/msword': 'Word',
  'application/vnd.ms-powerpoint': 'PowerPoint',
  'application/vnd.ms-excel': 'Excel',
  'application/vnd.oasis.opendocument.text': 'ODF text',
  'application/vnd.oasis.opendocument.presentation': 'ODF slides',
  'application/vnd.oasis.opendocument.spreadsheet': 'ODF table',
  'application/epub+zip': 'EPUB',
  'application/octet-stream': 'file',
  'text/plain': 'text',
  'image/svg+xml': 'SVG',
};

/** The maximum width of the type column. */
const maxWidth = 12;

/** A short name of a media type for a table column: `PDF`, `PowerPoint`, `text`. */
export function kindOfFile(mimeType: string): string {
  const known = kinds[mimeType];
  if (known !== undefined) return known;
  const [main = '', sub = main] = mimeType.split('/');
  const short = sub.replace(/^x-/, '');
  if (short.length > maxWidth) return main === 'application' ? 'file' : main;
  return main === 'text' ? short : short.toUpperCase();
}
