const byteOrderMarks: readonly (readonly [mark: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/** So far into a file that is no text a zero byte is expected. */
const searchedForZero = 8192;

/**
 * The text that bytes stand for: in the encoding of their byte order mark; else UTF-8; else, where they cannot be that,
 * Windows-1252, in which older programs write German. A character cut off at the end is left out.
 * Undefined where the bytes are no text.
 */
export function decodedText(bytes: Uint8Array): string | undefined {
  const marked = byteOrderMarks.find(([mark]) => mark.every((byte, index) => bytes[index] === byte));
  if (marked !== undefined) return decode(bytes, marked[1]);
  if (bytes.subarray(0, searchedForZero).includes(0)) return undefined;
  return asUtf8(bytes) ?? decode(bytes, 'windows-1252');
}

function asUtf8(bytes: Uint8Array): string | undefined {
  try {
    return decode(bytes, 'utf-8', true);
  } catch {
    // The decoder's way to say that this is no UTF-8.
    return undefined;
  }
}

function decode(bytes: Uint8Array, encoding: string, fatal = false): string {
  // As a stream, the decoder waits for the rest of a character that is cut off, and does not complain of it.
  return new TextDecoder(encoding, { fatal }).decode(bytes, { stream: true });
}
