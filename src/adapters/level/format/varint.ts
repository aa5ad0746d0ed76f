/**
 * Reads LevelDB's number and byte formats, one after the other, from the start of `bytes`. Throws `RangeError` if the
 * bytes end too early.
 */
export function readerOf(bytes: Buffer) {
  let position = 0;
  const take = (length: number): Buffer => {
    if (position + length > bytes.length) throw new RangeError('Unexpected end of the bytes.');
    position += length;
    return bytes.subarray(position - length, position);
  };
  /** A little-endian number of variable length, up to 2^53. */
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
    get isAtEnd(): boolean {
      return position >= bytes.length;
    },
    varint,
    /** Bytes that are preceded by their length. */
    sizedBytes: (): Buffer => take(varint()),
    bytes: take,
  };
}
