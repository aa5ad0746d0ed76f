import mimeTypes from 'mime-types';

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

export const unknownMimeType = 'application/octet-stream';

/** The media type that a file name's extension stands for (RFC 6838 form, without parameters). */
export function mimeTypeOfName(name: string): string {
  const dot = name.lastIndexOf('.');
  const extension = dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
  return ownTypes[extension] ?? (mimeTypes.lookup(extension) || unknownMimeType);
}

const mimeTypeForm = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/;

/** A media type in lower case and without parameters, or undefined when the text is none. Safe in a header. */
export function asMimeType(text: string): string | undefined {
  const essence = (text.split(';')[0] ?? '').trim().toLowerCase();
  return mimeTypeForm.test(essence) ? essence : undefined;
}
