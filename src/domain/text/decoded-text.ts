const byteOrderMarks: readonly (readonly [mark: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/** The number of bytes to search for a zero byte, which marks a binary file. */
const binaryCheckLength = 8192;

/**
 * Decodes a text in the encoding of its byte order mark, or else in UTF-8, or else in Windows-1252, which older programs use
 * for German. An incomplete character at the end is dropped. Undefined if the bytes are not text.
 */
export function decodedText(bytes: Uint8Array): string | undefined {
  const marked = byteOrderMarks.find(([mark]) => mark.every((byte, index) => bytes[index] === byte));
  if (marked !== undefined) return decode(bytes, marked[1]);
  if (bytes.subarray(0, binaryCheckLength).includes(0)) return undefined;
  return asUtf8(bytes) ?? decode(bytes, 'windows-1252');
}

function asUtf8(bytes: Uint8Array): string | undefined {
  try {
    return decode(bytes, 'utf-8', true);
  } catch {
    // Not valid UTF-8.
    return undefined;
  }
}

function decode(bytes: Uint8Array, encoding: string, fatal = false): string {
  // In stream mode the decoder accepts an incomplete character at the end.
  return new TextDecoder(encoding, { fatal }).decode(bytes, { stream: true });
}
