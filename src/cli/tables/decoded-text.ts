export interface DecodedText {
  readonly text: string;
  readonly encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252';
}

// The characters 0x80 to 0x9f of Windows-1252. They are listed because some runtimes decode them as control characters.
const differing = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const windows1252 = (bytes: Buffer): string =>
  bytes.toString('latin1').replaceAll(/[\u0080-\u009f]/g, (letter) => differing[letter.charCodeAt(0) - 0x80] ?? letter);

const startsWith = (bytes: Buffer, ...mark: number[]): boolean => mark.every((byte, at) => bytes[at] === byte);

function utf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Decodes text from a spreadsheet. A byte order mark determines the encoding and is removed. Other text is UTF-8 if valid,
 * otherwise Windows-1252, which German Excel writes.
 */
export function decodedText(bytes: Buffer): DecodedText {
  if (startsWith(bytes, 0xff, 0xfe)) return { text: bytes.subarray(2).toString('utf16le'), encoding: 'UTF-16' };
  if (startsWith(bytes, 0xfe, 0xff)) {
    // An odd last byte is half a character and is dropped.
    const even = bytes.subarray(2, bytes.length - (bytes.length % 2));
    return { text: Buffer.from(even).swap16().toString('utf16le'), encoding: 'UTF-16' };
  }
  const text = utf8(bytes);
  return text === undefined ? { text: windows1252(bytes), encoding: 'Windows-1252' } : { text, encoding: 'UTF-8' };
}
