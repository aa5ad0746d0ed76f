const beyondLatin1 = /[^\0-\xff]/;

/** V8 always stores shorter strings flat. */
const minRopeLength = 13;

/**
 * Returns an equal string that V8 stores flat, with one byte per letter if possible. V8 flattens a concatenated string on every
 * use, and a substring keeps its whole source string in memory.
 */
export function flatText(text: string): string {
  if (text.length < minRopeLength) return text;
  const encoding = beyondLatin1.test(text) ? 'utf16le' : 'latin1';
  return Buffer.from(text, encoding).toString(encoding);
}
