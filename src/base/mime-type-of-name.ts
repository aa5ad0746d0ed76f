import mimeTypes from 'mime-types';
import { unknownMimeType } from './mime-type.ts';

// Apart from `mime-type.ts`: the table is large.

/** Types that educational material comes in and that the public table does not know. */
const ownTypes: Readonly<Record<string, string>> = {
  h5p: 'application/zip',
  imscc: 'application/zip',
  elpx: 'application/zip',
  ipynb: 'application/x-ipynb+json',
  jsonl: 'application/x-ndjson',
  ttl: 'text/turtle',
  bib: 'text/x-bibtex',
  ggb: 'application/vnd.geogebra.file',
};

/** The media type that a file name's extension stands for (RFC 6838 form, without parameters). */
export function mimeTypeOfName(name: string): string {
  const dot = name.lastIndexOf('.');
  const extension = dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
  return ownTypes[extension] ?? (mimeTypes.lookup(extension) || unknownMimeType);
}
