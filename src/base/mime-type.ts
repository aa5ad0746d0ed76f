export const unknownMimeType = 'application/octet-stream';

const mimeTypeForm = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/;

/** A media type in lower case and without parameters. It is safe in a header. Undefined if the text is not a media type. */
export function asMimeType(text: string): string | undefined {
  const essence = (text.split(';')[0] ?? '').trim().toLowerCase();
  return mimeTypeForm.test(essence) ? essence : undefined;
}
