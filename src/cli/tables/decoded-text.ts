export interface DecodedText {
  readonly text: string;
  readonly encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252' | 'MacRoman';
}

/** Text in no encoding that can be told. The message says why. */
export class UndecodableText extends Error {
  /** From 1. */
  readonly line: number;

  constructor(line: number, why: string) {
    super(`Line ${line} ${why}`);
    this.line = line;
  }
}

// The characters 0x80 to 0x9f of Windows-1252. They are listed because some runtimes decode them as control characters.
const differing = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** The characters 0x80 to 0xff of MacRoman, which Excel for Mac writes. */
const macintosh =
  'ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u00a0ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\uf8ffÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ';

const windows1252 = (bytes: Buffer): string =>
  bytes.toString('latin1').replaceAll(/[\u0080-\u009f]/g, (letter) => differing[letter.charCodeAt(0) - 0x80] ?? letter);

const macRoman = (bytes: Buffer): string =>
  bytes.toString('latin1').replaceAll(/[\u0080-\u00ff]/g, (letter) => macintosh[letter.charCodeAt(0) - 0x80] ?? letter);

/** What the wrong one of two encodings makes of letters: signs that no list has, or that stand where none stands. */
const rubbish = [
  /[\u0080-\u009f\uf8ff†‡ƒˆ˜‰‹›¨¯¸¬¦¶¤÷±≠∞≤≥∂∑∏π∫√≈∆◊⁄ﬁﬂı˘˙˚˝˛ˇªº¿¡¢¥ÞþÐð]/u,
  // A capital within a word, and a sign before or within one.
  /\p{Ll}[^\P{Lu}A-Z]/u,
  /[€…§°](?=\p{Ll})|(?<=\p{L})[§°€™®©•](?=\p{L})/u,
];

/** Letters that German lists have only in foreign names, and that are umlauts in MacRoman. */
const rareLetters = /[ŠšŽžŸ]/u;

const isRubbish = (text: string): boolean => rubbish.some((pattern) => pattern.test(text));

const startsWith = (bytes: Buffer, ...mark: number[]): boolean => mark.every((byte, at) => bytes[at] === byte);

function utf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const saveAsUtf8 = 'Save the file as UTF-8.';

/** The lines with their numbers that have letters beyond ASCII. Latin-1 keeps each byte. */
function unusualLines(bytes: Buffer): { readonly line: number; readonly bytes: Buffer }[] {
  const lines = bytes.toString('latin1').split(/\r\n|\r|\n/);
  return lines.flatMap((text, at) =>
    /[\u0080-\u00ff]/.test(text) ? [{ line: at + 1, bytes: Buffer.from(text, 'latin1') }] : [],
  );
}

/** Decides for the whole file, as a file has one encoding. Ambiguous letters would change names in silence. */
function oneByteText(bytes: Buffer): DecodedText {
  const lines = unusualLines(bytes);
  const [wrong] = lines.filter((line) => utf8(line.bytes) === undefined);
  if (lines.some((line) => utf8(line.bytes) !== undefined)) {
    throw new UndecodableText(wrong?.line ?? 1, `is not UTF-8, but other lines are. ${saveAsUtf8}`);
  }
  const inWindows = lines.find((line) => isRubbish(windows1252(line.bytes)));
  const inMac = lines.find((line) => isRubbish(macRoman(line.bytes)));
  if (inWindows !== undefined && inMac !== undefined) {
    throw new UndecodableText(inWindows.line, `is neither UTF-8 nor Windows-1252 nor MacRoman. ${saveAsUtf8}`);
  }
  if (inWindows !== undefined) return { text: macRoman(bytes), encoding: 'MacRoman' };
  const rare = lines.find((line) => rareLetters.test(windows1252(line.bytes)));
  if (inMac === undefined && rare !== undefined) {
    const readings = `"${windows1252(rare.bytes)}" in Windows-1252, "${macRoman(rare.bytes)}" in MacRoman`;
    throw new UndecodableText(rare.line, `can be read in two ways: ${readings}. ${saveAsUtf8}`);
  }
  return { text: windows1252(bytes), encoding: 'Windows-1252' };
}

/**
 * Decodes text from a spreadsheet. A byte order mark determines the encoding and is removed. Other text is UTF-8 if valid,
 * otherwise Windows-1252, which German Excel writes, or MacRoman: the one that makes no rubbish of the letters. Throws
 * `UndecodableText` if both do, or if only some lines are UTF-8.
 */
export function decodedText(bytes: Buffer): DecodedText {
  if (startsWith(bytes, 0xff, 0xfe)) return { text: bytes.subarray(2).toString('utf16le'), encoding: 'UTF-16' };
  if (startsWith(bytes, 0xfe, 0xff)) {
    // An odd last byte is half a character and is dropped.
    const even = bytes.subarray(2, bytes.length - (bytes.length % 2));
    return { text: Buffer.from(even).swap16().toString('utf16le'), encoding: 'UTF-16' };
  }
  const text = utf8(bytes);
  if (text === undefined) return oneByteText(bytes);
  const nul = text.indexOf('\0');
  if (nul < 0) return { text, encoding: 'UTF-8' };
  const line = text.slice(0, nul).split(/\r\n|\r|\n/).length;
  throw new UndecodableText(line, `is no text: it has a zero byte. ${saveAsUtf8}`);
}
