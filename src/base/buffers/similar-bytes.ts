import { collectorBytes, createByteCollector } from './byte-collector.ts';
import { createOffsetTable, hashOf, type Offset } from './offset-table.ts';
import { createRunWriter, maxMemory, maxRuns, runLength, runStart } from './run-writer.ts';

/**
 * Byte strings that are much like each other, such as answers of one form: each takes so much memory as it has that is in no
 * other one. With each go a few numbers, which may be changed in place.
 */
export interface SimilarBytes {
  /** Where it lies; good until something is kept or looked up next. */
  find(key: string): Offset | undefined;
  /** Longer ones than `mostBytesOfOne` are not kept. */
  set(key: string, bytes: Buffer, numbers: ArrayLike<number>): void;
  drop(key: string): void;
  clear(): void;
  /** The numbers of what is kept at a place are those from there on. */
  readonly numbers: Float64Array;
  /** Nothing is gathered, even if what was before was never taken. */
  startGathering(): void;
  /** Adds a copy of the first `length` bytes to what is gathered. */
  gather(place: Offset, length: number): void;
  /** Adds other bytes to it. */
  gatherBytes(other: Buffer): void;
  /** A copy of all that was gathered since the start, in few pieces. */
  gathered(): Buffer[];
  /** A copy of all bytes but the first `length`. */
  rest(place: Offset, length: number): Buffer;
}

export const maxEntryBytes = 128 * 1024;

const slabBytes = maxMemory;
/** Of all slabs, those that are written over next: what is asked for there is written anew. */
const leavingShare = 1 / 8;
/** Shorter pieces are copied step by step: to call something that copies them takes longer. */
const shortPiece = 96;
/** In bytes. The last step of a piece may go beyond its end, into what is written next. */
const step = 8;

/** What is written behind the numbers of each, in four bytes each; behind it lie its pieces, and then its key. */
const head = { pieces: 0, hash: 1, key: 2 } as const;
const headLength = 3;

/**
 * How a key is written: each UTF-16 code unit in a byte, or in two where one is beyond Latin-1. The number tells which, in the lowest
 * bit, and how many there are.
 */
const keyHead = (length: number, isWide: boolean): number => length * 2 + Number(isWide);
const keyLength = (written: number): number => written >>> 1;
const isWideKey = (written: number): boolean => (written & 1) === 1;
const keyBytes = (written: number): number => keyLength(written) << (written & 1);

const beyondLatin1 = /[^\0-\xff]/;

/**
 * Keeps up to `mostBytes` in all, at least two megabytes; memory is taken as it is needed. In a slab of it the bytes themselves
 * are written from the front, and from the back, for each that is kept, its numbers, its pieces, all of the same slab, and its key. Slabs
 * are written one after the other, in a circle.
 */
export function createSimilarBytes(mostBytes: number, numbersOfEach: number): SimilarBytes {
  const slabs = Math.max(2, Math.floor(mostBytes / slabBytes));
  const leaving = Math.ceil(slabs * leavingShare);
  // The end is where copies are put together: within one memory bytes are moved fastest.
  const workshop = slabs * slabBytes;
  const tableStart = workshop + maxEntryBytes + step;
  const memory = new ArrayBuffer(tableStart + collectorBytes(maxEntryBytes + step));
  const bytes = Buffer.from(memory);
  const view = new DataView(memory);
  const words = new Uint32Array(memory);
  const numbers = new Float64Array(memory);

  const headOf = (place: Offset): number => (place + numbersOfEach) * 2;
  const firstPieceOf = (place: Offset): number => headOf(place) + headLength;
  const keyStart = (place: Offset): number =>
    (firstPieceOf(place) + (words[headOf(place) + head.pieces] ?? 0)) * words.BYTES_PER_ELEMENT;

  const isAt = (place: Offset, key: string): boolean => {
    const written = words[headOf(place) + head.key] ?? 0;
    if (keyLength(written) !== key.length) return false;
    const start = keyStart(place);
    const isWide = isWideKey(written);
    for (let at = 0; at < key.length; at += 1) {
      const unit = isWide ? view.getUint16(start + at * 2, true) : bytes[start + at];
      if (unit !== key.charCodeAt(at)) return false;
    }
    return true;
  };

  const places = createOffsetTable({ hashAt: (place) => words[headOf(place) + head.hash] ?? 0, isAt });
  const placeOf = (key: string): Offset | undefined => places.find(key, hashOf(key));
  /** For each slab where what is written from its back begins. */
  const backs = new Uint32Array(slabs).fill(slabBytes);
  const writer = createRunWriter();
  let current = -1;

  const slabOf = (place: Offset): number => Math.floor((place * numbers.BYTES_PER_ELEMENT) / slabBytes);

  /** In bytes, without those of its pieces in the front. */
  const sizeAt = (place: Offset): number => {
    const end = keyStart(place) + keyBytes(words[headOf(place) + head.key] ?? 0);
    return aligned(end - place * numbers.BYTES_PER_ELEMENT);
  };

  const dropSlab = (slab: number): void => {
    for (let at = backs[slab] ?? slabBytes; at < slabBytes; ) {
      const place = (slab * slabBytes + at) / numbers.BYTES_PER_ELEMENT;
      places.drop(place);
      at += sizeAt(place);
    }
    backs[slab] = slabBytes;
  };

  const openNext = (): void => {
    current = (current + 1) % slabs;
    dropSlab(current);
    writer.begin(bytes.subarray(current * slabBytes, (current + 1) * slabBytes));
  };

  const drop = (key: string): void => {
    const place = placeOf(key);
    if (place !== undefined) places.drop(place);
  };

  const set: SimilarBytes['set'] = (key, given, about) => {
    drop(key);
    if (given.length > maxEntryBytes || key.length > maxEntryBytes) return;
    const isWide = beyondLatin1.test(key);
    const written = keyHead(key.length, isWide);
    const fixed = numbersOfEach * numbers.BYTES_PER_ELEMENT + keyBytes(written);
    const sizeWith = (pieces: number): number => aligned(fixed + (headLength + pieces) * words.BYTES_PER_ELEMENT);
    const most = given.length + sizeWith(maxRuns(given.length));
    if (current < 0 || (backs[current] ?? 0) - writer.used < most) openNext();
    const pieces = writer.write(given);
    const back = (backs[current] ?? 0) - sizeWith(pieces.length);
    backs[current] = back;
    const place = (current * slabBytes + back) / numbers.BYTES_PER_ELEMENT;
    numbers.set(about, place);
    words[headOf(place) + head.pieces] = pieces.length;
    words[headOf(place) + head.hash] = hashOf(key);
    words[headOf(place) + head.key] = written;
    words.set(pieces, firstPieceOf(place));
    bytes.write(key, keyStart(place), isWide ? 'utf16le' : 'latin1');
    places.add(place);
  };

  const lengthOf = (place: Offset): number => {
    const first = firstPieceOf(place);
    const count = words[headOf(place) + head.pieces] ?? 0;
    let length = 0;
    for (let word = first; word < first + count; word += 1) length += runLength(words[word] ?? 0);
    return length;
  };

  /** A piece within the memory; what lies behind it at its new place may change, too. */
  const copyPiece = (from: number, size: number, to: number): void => {
    if (size > shortPiece) bytes.copyWithin(to, from, from + size);
    else {
      for (let at = 0; at < size; at += step) {
        view.setInt32(to + at, view.getInt32(from + at));
        view.setInt32(to + at + 4, view.getInt32(from + at + 4));
      }
    }
  };

  /** Puts the first `length` bytes together there, and gives where they end. */
  const assemble = (place: Offset, length: number, to: number): number => {
    const start = slabOf(place) * slabBytes;
    const end = to + length;
    let at = to;
    for (let word = firstPieceOf(place); at < end; word += 1) {
      const piece = words[word] ?? 0;
      const size = Math.min(runLength(piece), end - at);
      copyPiece(start + runStart(piece), size, at);
      at += size;
    }
    return end;
  };

  const rest: SimilarBytes['rest'] = (place, length) =>
    Buffer.from(bytes.subarray(workshop + length, assemble(place, lengthOf(place), workshop)));

  const table = createByteCollector(bytes.subarray(tableStart));

  /** What is asked for does not go with what lies around it. */
  const moved = (key: string, place: Offset): Offset | undefined => {
    set(key, rest(place, 0), numbers.slice(place, place + numbersOfEach));
    return placeOf(key);
  };

  const isLeaving = (place: Offset): boolean => (slabOf(place) - current - 1 + slabs) % slabs < leaving;

  return {
    numbers,
    find(key) {
      const place = placeOf(key);
      return place === undefined || !isLeaving(place) ? place : moved(key, place);
    },
    set,
    drop,
    clear() {
      places.clear();
      backs.fill(slabBytes);
      current = -1;
    },
    startGathering: table.start,
    gather(place, length) {
      table.makeRoom();
      table.extend(assemble(place, length, tableStart + table.length) - tableStart);
    },
    gatherBytes: table.add,
    gathered: table.gathered,
    rest,
  };
}

const aligned = (length: number): number => Math.ceil(length / 8) * 8;
