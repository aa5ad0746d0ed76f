import { readerOf } from './varint.ts';

/** LevelDB packs a few kilobytes together; more than this is no block of ours. */
const maxBlockLength = 64 * 1_048_576;

function littleEndian(bytes: Buffer): number {
  let value = 0;
  for (let at = bytes.length - 1; at >= 0; at -= 1) value = value * 256 + bytes.readUInt8(at);
  return value;
}

/** Unpacks one block in the raw Snappy format. Throws `RangeError` where it is damaged. */
export function unpackSnappy(packed: Buffer): Buffer {
  const reader = readerOf(packed);
  const length = reader.varint();
  if (length > maxBlockLength) throw new RangeError('A packed block is too long.');
  const unpacked = Buffer.alloc(length);
  let at = 0;
  const literal = (tag: number): void => {
    const short = tag >> 2;
    const bytes = reader.bytes(short < 60 ? short + 1 : littleEndian(reader.bytes(short - 59)) + 1);
    if (at + bytes.length > length) throw new RangeError('A packed block is longer than it says.');
    at += bytes.copy(unpacked, at);
  };
  const copy = (count: number, offset: number): void => {
    if (offset === 0 || offset > at || at + count > length) throw new RangeError('A packed block copies from nowhere.');
    // Byte by byte: what is copied may overlap what it is copied to.
    for (let end = at + count; at < end; at += 1) unpacked[at] = unpacked[at - offset] as number;
  };
  while (!reader.isAtEnd) {
    const tag = reader.bytes(1).readUInt8(0);
    const kind = tag & 3;
    if (kind === 0) literal(tag);
    else if (kind === 1) copy(((tag >> 2) & 7) + 4, ((tag >> 5) << 8) | reader.bytes(1).readUInt8(0));
    else copy((tag >> 2) + 1, littleEndian(reader.bytes(kind === 2 ? 2 : 4)));
  }
  if (at !== length) throw new RangeError('A packed block is shorter than it says.');
  return unpacked;
}
