import { endianness } from 'node:os';

/** So many units are kept room for; longer texts are seldom. */
const defaultLength = 1 << 14;

/** Gives the UTF-16 code units of a text, of which those behind its length mean nothing. The next text goes over them. */
export type UnitsOf = (text: string) => Uint16Array;

/** Looking at a text unit by unit, each look asks again how the text is kept: in an array all are there at once. */
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
