import { endianness } from 'node:os';

/** So many units are kept room for; longer texts are seldom. */
const usualLength = 1 << 14;

/** Gives the UTF-16 code units of a text, of which those behind its length mean nothing. The next text goes over them. */
export type UnitsOf = (text: string) => Uint16Array;

/** Looking at a text unit by unit, each look asks again how the text is kept: in an array all are there at once. */
export function createUnitsOf(): UnitsOf {
  const usual = roomFor(usualLength);
  return (text) => {
    const room = text.length > usualLength ? roomFor(text.length) : usual;
    room.bytes.write(text, 'utf16le');
    if (isBigEndian) room.bytes.swap16();
    return room.units;
  };
}

const isBigEndian = endianness() === 'BE';

function roomFor(length: number): { readonly units: Uint16Array; readonly bytes: Buffer } {
  const units = new Uint16Array(length);
  return { units, bytes: Buffer.from(units.buffer) };
}
