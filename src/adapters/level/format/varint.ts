/** Reads LevelDB's little-endian numbers in sequence. Throws `RangeError` if the bytes end too early. */
export interface ByteReader {
  readonly position: number;
  readonly isAtEnd: boolean;
  /** A number of variable length, up to 2^53. */
  varint(): number;
  /** Bytes that are preceded by their length. */
  sizedBytes(): Buffer;
  bytes(length: number): Buffer;
}

export function readerOf(bytes: Buffer): ByteReader {
  let position = 0;
  const take = (length: number): Buffer => {
    if (position + length > bytes.length) throw new RangeError('Unexpected end of the bytes.');
    position += length;
    return bytes.subarray(position - length, position);
  };
  const varint = (): number => {
    let value = 0;
    for (let scale = 1; scale <= 2 ** 56; scale *= 128) {
      const byte = take(1).readUInt8(0);
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
    throw new RangeError('A varint is too long.');
  };
  return {
    get position() {
      return position;
    },
    get isAtEnd() {
      return position >= bytes.length;
    },
    varint,
    sizedBytes: () => take(varint()),
    bytes: take,
  };
}
