import { inflateSync } from 'node:zlib';

const woffHeaderSize = 44;
const woffEntrySize = 20;
const headerSize = 12;
const entrySize = 16;

interface FontTable {
  /** Tag and checksum, as bytes. */
  readonly tag: Buffer;
  readonly checksum: Buffer;
  readonly content: Buffer;
}

function tableAt(woff: Buffer, entry: number): FontTable {
  const start = woff.readUInt32BE(entry + 4);
  const length = woff.readUInt32BE(entry + 8);
  const stored = woff.subarray(start, start + length);
  // Tables that compression would not make smaller are stored as they are.
  const content = length < woff.readUInt32BE(entry + 12) ? inflateSync(stored) : stored;
  return { tag: woff.subarray(entry, entry + 4), checksum: woff.subarray(entry + 16, entry + 20), content };
}

const padded = (length: number): number => Math.ceil(length / 4) * 4;

/** The numbers by which readers of a font search its tables. */
function writeHeader(font: Buffer, flavour: Buffer, count: number): void {
  const power = Math.floor(Math.log2(count));
  flavour.copy(font, 0);
  font.writeUInt16BE(count, 4);
  font.writeUInt16BE(2 ** power * entrySize, 6);
  font.writeUInt16BE(power, 8);
  font.writeUInt16BE((count - 2 ** power) * entrySize, 10);
}

/**
 * The TrueType font in a WOFF file. pdfkit reads WOFF as well, but decompresses a table again for each glyph, which takes
 * minutes for a report.
 */
export function fontOfWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) => tableAt(woff, woffHeaderSize + index * woffEntrySize));
  const size = tables.reduce((sum, { content }) => sum + padded(content.length), headerSize + count * entrySize);
  const font = Buffer.alloc(size);
  writeHeader(font, woff.subarray(4, 8), count);
  let offset = headerSize + count * entrySize;
  for (const [index, { tag, checksum, content }] of tables.entries()) {
    const entry = headerSize + index * entrySize;
    tag.copy(font, entry);
    checksum.copy(font, entry + 4);
    font.writeUInt32BE(offset, entry + 8);
    font.writeUInt32BE(content.length, entry + 12);
    content.copy(font, offset);
    offset += padded(content.length);
  }
  return font;
}
