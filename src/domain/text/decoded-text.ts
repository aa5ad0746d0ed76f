const byteOrderMarks: readonly (readonly [mark: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/** The number of bytes to search for a zero byte, which marks a binary file. */
const binaryCheckLength = 8192;

/** The number of bytes in which a page has to declare its encoding (HTML, 4.2.5.4). */
const declarationLength = 1024;

const declaration =
  /^\s*<\?xml\b[^>]{0,200}?\bencoding\s*=\s*["']([\w.:-]+)|<meta\b[^>]{0,200}?\bcharset\s*=\s*["']?([\w.:-]+)/i;

/** A text of fewer bytes is complete: no caller decodes a shorter beginning of a text. */
const minCutLength = 4096;

const encodingOfMark = (bytes: Uint8Array): string | undefined =>
  byteOrderMarks.find(([mark]) => mark.every((byte, index) => bytes[index] === byte))?.[1];

/**
 * Decodes a text in the encoding of its byte order mark, or else in UTF-8, or else in the one that it declares as a page or
 * as XML, or else in Windows-1252, which older programs use for German. An incomplete character at the end of a
 * long text is dropped, because the text may be cut there. Undefined if the bytes are not text.
 */
export function decodedText(bytes: Uint8Array): string | undefined {
  const marked = encodingOfMark(bytes);
  if (marked !== undefined) return decode(bytes, marked);
  if (bytes.subarray(0, binaryCheckLength).includes(0)) return undefined;
  return asUtf8(bytes) ?? asDeclared(bytes) ?? decode(bytes, 'windows-1252');
}

/** The `charset` to state for a text: that of its byte order mark, else UTF-8 if the bytes are valid UTF-8, else undefined. */
export function charsetOf(bytes: Uint8Array): 'utf-8' | 'utf-16' | undefined {
  const marked = encodingOfMark(bytes);
  if (marked !== undefined) return marked === 'utf-8' ? 'utf-8' : 'utf-16';
  return bytes.includes(0) || asUtf8(bytes) === undefined ? undefined : 'utf-8';
}

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const [, xml, html] = declaration.exec(decode(bytes.subarray(0, declarationLength), 'windows-1252')) ?? [];
  return xml ?? html;
}

/** Whether bytes beyond ASCII are valid UTF-8. ASCII alone says nothing of what follows. */
const showsUtf8 = (bytes: Uint8Array): boolean => bytes.some((byte) => byte > 0x7f) && asUtf8(bytes) !== undefined;

/**
 * A decoder for the chunks of an XML document or a page: for the encoding of the byte order mark, or else UTF-8 if the first chunk shows
 * it, or else the declared one, or else UTF-8. What is not valid becomes U+FFFD.
 */
export function decoderOf(firstChunk: Uint8Array): TextDecoder {
  const marked = encodingOfMark(firstChunk);
  if (marked !== undefined) return new TextDecoder(marked);
  const declared = showsUtf8(firstChunk) ? undefined : declaredEncoding(firstChunk);
  try {
    // In a chunk that declares UTF-16 in single bytes, the declaration is wrong.
    return new TextDecoder(declared === undefined || /^utf/i.test(declared) ? 'utf-8' : declared);
  } catch {
    // No known encoding has this name.
    return new TextDecoder('utf-8');
  }
}

function asDeclared(bytes: Uint8Array): string | undefined {
  const label = declaredEncoding(bytes);
  // The bytes are not UTF-8, whatever they declare.
  if (label === undefined || /^utf/i.test(label)) return undefined;
  try {
    return decode(bytes, label);
  } catch {
    // No known encoding has this name.
    return undefined;
  }
}

function asUtf8(bytes: Uint8Array): string | undefined {
  try {
    // In stream mode the decoder accepts an incomplete character at the end.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: bytes.length >= minCutLength });
  } catch {
    // Not valid UTF-8.
    return undefined;
  }
}

// Outside of stream mode, Node.js 20 decodes the quotation marks of Windows-1252 as control characters.
const decode = (bytes: Uint8Array, encoding: string): string =>
  new TextDecoder(encoding).decode(bytes, { stream: true });
