import { endianness } from 'node:os';

/** The size of the shared buffer, in UTF-16 code units. Longer texts are rare and get their own buffer. */
const defaultLength = 1 << 14;

/** Returns the UTF-16 code units of a text. Elements beyond its length have no meaning. The next call overwrites the array. */
export type UnitsOf = (text: string) => Uint16Array;

/** `charCodeAt` checks the representation of the string on every call. A copy into an array does so only once. */
export function createUnitsOf(): UnitsOf {
  const shared = newBuffer(defaultLength);
  return (text) => {
    const buffer = text.length > defaultLength ? newBuffer(text.length) : shared;
    buffer.bytes.write(text, 'utf16le');
    if (isBigEndian) buffer.bytes.swap16();
    return buffer.units;
  };
}

const isBigEndian = endianness() === 'BE';

function newBuffer(length: number): { readonly units: Uint16Array; readonly bytes: Buffer } {
  const units = new Uint16Array(length);
  return { units, bytes: Buffer.from(units.buffer) };
}
