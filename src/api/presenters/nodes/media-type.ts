/** The short name of a media type, as in `mediatype` and in the names of icons. */
const byExactType: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'application/epub+zip': 'ebook',
  'application/json': 'script',
  'application/msword': 'word',
  'application/vnd.ms-excel': 'excel',
  'application/vnd.ms-powerpoint': 'powerpoint',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'word',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'excel',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'powerpoint',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.presentation': 'odp',
  'application/vnd.oasis.opendocument.graphics': 'odg',
  'text/xml': 'xml',
  'application/xml': 'xml',
};

const byFamily: Readonly<Record<string, string>> = { image: 'image', video: 'video', audio: 'audio', text: 'txt' };

/** `folder`, `link`, `file`, or `file-` and the kind, such as `file-pdf`. */
export function mediaTypeOf(node: {
  readonly folder: boolean;
  readonly link: boolean;
  readonly mimeType: string | undefined;
}): string {
  if (node.folder) return 'folder';
  if (node.link) return 'link';
  const mimeType = node.mimeType ?? '';
  const kind = byExactType[mimeType] ?? byFamily[mimeType.split('/')[0] ?? ''];
  return kind === undefined ? 'file' : `file-${kind}`;
}
