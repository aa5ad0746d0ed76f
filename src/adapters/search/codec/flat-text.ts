const beyondLatin1 = /[^\0-\xff]/;

/** V8 keeps shorter texts in one piece of their own, however they were made. */
const minRopeLength = 13;

/**
 * The same text in one piece of memory of its own, with one byte a letter where that is enough: what is put together piece by piece is
 * taken apart again at every look, and what is cut out of another text keeps that in memory.
 */
export function flatText(text: string): string {
  if (text.length < minRopeLength) return text;
  const encoding = beyondLatin1.test(text) ? 'utf16le' : 'latin1';
  return Buffer.from(text, encoding).toString(encoding);
}
