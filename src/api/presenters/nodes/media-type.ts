import { isLink } from '../../../domain/nodes/content-rules.ts';
import type { NodeRecord } from '../../../domain/nodes/records.ts';

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

const isH5p = (name: string, mimeType: string): boolean =>
  mimeType === 'application/zip' && name.toLowerCase().endsWith('.h5p');

/** `folder`, `link`, `file`, or `file-` and the kind, such as `file-pdf`. Platforms grade what is `file-h5p`. */
export function mediaTypeOf(node: Pick<NodeRecord, 'folder' | 'properties' | 'name' | 'content'>): string {
  if (node.folder) return 'folder';
  if (isLink(node)) return 'link';
  const mimeType = node.content?.mimeType ?? '';
  if (isH5p(node.name, mimeType)) return 'file-h5p';
  const kind = byExactType[mimeType] ?? byFamily[mimeType.split('/')[0] ?? ''];
  return kind === undefined ? 'file' : `file-${kind}`;
}
