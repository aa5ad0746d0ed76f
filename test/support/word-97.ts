const sector = 512;
const endOfChain = 0xfffffffe;
const noStream = 0xffffffff;

/** Streams of fewer bytes would be in the mini stream ([MS-CFB] 2.6.1). */
const streamBytes = 4096;
const sectorsOfStream = streamBytes / sector;

function directoryEntry(name: string, kind: number, at: { child?: number; left?: number; start?: number }): Buffer {
  const entry = Buffer.alloc(128);
  entry.write(name, 'utf16le');
  entry.writeUInt16LE((name.length + 1) * 2, 64);
  entry[66] = kind;
  entry[67] = 1;
  entry.writeUInt32LE(at.left ?? noStream, 68);
  entry.writeUInt32LE(noStream, 72);
  entry.writeUInt32LE(at.child ?? noStream, 76);
  entry.writeUInt32LE(at.start ?? endOfChain, 116);
  entry.writeUInt32LE(at.start === undefined ? 0 : streamBytes, 120);
  return entry;
}

/** A compound file ([MS-CFB]) with these two streams. Their first bytes are given; the rest is zero. */
export function compoundFileOf(first: readonly [string, Buffer], second: readonly [string, Buffer]): Buffer {
  const header = Buffer.alloc(sector, 0xff);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.fill(0, 8, 76);
  for (const [offset, value] of [
    [24, 0x3e],
    [26, 3],
    [28, 0xfffe],
    [30, 9],
    [32, 6],
  ] as const)
    header.writeUInt16LE(value, offset);
  const directorySector = sectorsOfStream * 2;
  for (const [offset, value] of [
    [44, 1],
    [48, directorySector],
    [56, streamBytes],
    [60, endOfChain],
    [68, endOfChain],
  ] as const)
    header.writeUInt32LE(value, offset);
  header.writeUInt32LE(directorySector + 1, 76);
  const streams = [first, second].map(([, bytes]) => Buffer.concat([bytes, Buffer.alloc(streamBytes - bytes.length)]));
  const directory = Buffer.concat([
    directoryEntry('Root Entry', 5, { child: 2 }),
    directoryEntry(first[0], 2, { start: 0 }),
    directoryEntry(second[0], 2, { start: sectorsOfStream, left: 1 }),
    Buffer.alloc(128),
  ]);
  const table = Buffer.alloc(sector, 0xff);
  for (let at = 0; at < directorySector; at += 1)
    table.writeUInt32LE(at % sectorsOfStream === sectorsOfStream - 1 ? endOfChain : at + 1, at * 4);
  table.writeUInt32LE(endOfChain, directorySector * 4);
  table.writeUInt32LE(0xfffffffd, (directorySector + 1) * 4);
  return Buffer.concat([header, ...streams, directory, table]);
}

/** A document of Word 97 ([MS-DOC]) with one piece of text in UTF-16. */
export function wordDocumentOf(text: string, isEncrypted = false): Buffer {
  const textStart = 1024;
  const characters = Buffer.from(text, 'utf16le');
  const document = Buffer.alloc(textStart + characters.length);
  document.writeUInt16LE(0xa5ec, 0);
  document.writeUInt16LE(0x00c1, 2);
  // The tables are in the stream 1Table.
  document.writeUInt16LE(isEncrypted ? 0x0300 : 0x0200, 10);
  document.writeUInt32LE(text.length, 0x4c);
  characters.copy(document, textStart);
  // The piece table (2.9.38): its size, the two ends of the piece, and where its text begins.
  const table = Buffer.alloc(5 + 8 + 8);
  table[0] = 2;
  table.writeUInt32LE(16, 1);
  table.writeUInt32LE(text.length, 9);
  table.writeUInt32LE(textStart, 15);
  document.writeUInt32LE(0, 0x01a2);
  document.writeUInt32LE(table.length, 0x01a6);
  return compoundFileOf(['1Table', table], ['WordDocument', document]);
}
