import { readerOf } from './varint.ts';

/** The maximum length of a block, in bytes. LevelDB's blocks have a few kilobytes, so a longer one is damaged. */
const maxBlockLength = 64 * 1_048_576;

function littleEndian(bytes: Buffer): number {
  let value = 0;
  for (let at = bytes.length - 1; at >= 0; at -= 1) value = value * 256 + bytes.readUInt8(at);
  return value;
}

/** Decompresses one block in the raw Snappy format. Throws `RangeError` if it is damaged. */
export function decompressSnappy(compressed: Buffer): Buffer {
  const reader = readerOf(compressed);
  const length = reader.varint();
  if (length > maxBlockLength) throw new RangeError('A Snappy block is too long.');
  const output = Buffer.alloc(length);
  let at = 0;
  const literal = (tag: number): void => {
    const short = tag >> 2;
    const bytes = reader.bytes(short < 60 ? short + 1 : littleEndian(reader.bytes(short - 59)) + 1);
    if (at + bytes.length > length) throw new RangeError('A Snappy block is longer than its header says.');
    at += bytes.copy(output, at);
  };
  const copy = (count: number, offset: number): void => {
    if (offset === 0 || offset > at || at + count > length)
      throw new RangeError('A Snappy block copies from outside the output.');
    // Byte by byte, because source and target may overlap.
    for (let end = at + count; at < end; at += 1) output[at] = output[at - offset] as number;
  };
  while (!reader.isAtEnd) {
    const tag = reader.bytes(1).readUInt8(0);
    const kind = tag & 3;
    if (kind === 0) literal(tag);
    else if (kind === 1) copy(((tag >> 2) & 7) + 4, ((tag >> 5) << 8) | reader.bytes(1).readUInt8(0));
    else copy((tag >> 2) + 1, littleEndian(reader.bytes(kind === 2 ? 2 : 4)));
  }
  if (at !== length) throw new RangeError('A Snappy block is shorter than its header says.');
  return output;
}
