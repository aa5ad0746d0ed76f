import mimeTypes from 'mime-types';
import { unknownMimeType } from './mime-type.ts';

// Separate from `mime-type.ts`, so that only programs that need the large table of `mime-types` load it.

/** Extensions of educational material that the public table does not have. */
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

/** The media type for the extension of a file name (RFC 6838, without parameters). `unknownMimeType` if there is none. */
export function mimeTypeOfName(name: string): string {
  const dot = name.lastIndexOf('.');
  const extension = dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
  return ownTypes[extension] ?? (mimeTypes.lookup(extension) || unknownMimeType);
}
