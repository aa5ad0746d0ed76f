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

const packages = new Set(['h5p', 'scorm', 'imscp', 'imscc']);

/** The format of a learning package, by the extension of its name or by what was read from it. Undefined for other archives. */
function packageOf(
  { name, properties }: Pick<NodeRecord, 'name' | 'properties'>,
  mimeType: string,
): string | undefined {
  if (mimeType !== 'application/zip') return undefined;
  const [, named] = /\.(h5p|imscc)$/i.exec(name) ?? [];
  return [named?.toLowerCase(), properties['ccm:ccressourcetype']?.[0]].find((format) => packages.has(format ?? ''));
}

/**
 * `folder`, `link`, `file`, or `file-` and the kind, such as `file-pdf`. Platforms grade what is `file-h5p`. Other learning packages are
 * `file-scorm`, `file-imscp` and `file-imscc`.
 */
export function mediaTypeOf(node: Pick<NodeRecord, 'folder' | 'properties' | 'name' | 'content'>): string {
  if (node.folder) return 'folder';
  if (isLink(node)) return 'link';
  const mimeType = node.content?.mimeType ?? '';
  const kind = packageOf(node, mimeType) ?? byExactType[mimeType] ?? byFamily[mimeType.split('/')[0] ?? ''];
  return kind === undefined ? 'file' : `file-${kind}`;
}
