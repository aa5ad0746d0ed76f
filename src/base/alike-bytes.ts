import { createPieceWriter, mostMemory, mostPieces, pieceLength, pieceStart } from './piece-writer.ts';

/** Where something lies that is kept; good until something is kept or looked up next. */
export type Place = number;

/**
 * Byte strings that are much like each other, such as answers of one form: each takes so much memory as it has that is in no
 * other one. With each go a few numbers, which may be changed in place.
 */
export interface AlikeBytes {
  find(key: string): Place | undefined;
  /** Longer ones than `mostBytesOfOne` are not kept. */
  set(key: string, bytes: Buffer, numbers: ArrayLike<number>): void;
  drop(key: string): void;
  /** The numbers of what is kept at a place are those from there on. */
  readonly numbers: Float64Array;
  /** Nothing is gathered, even if what was before was never taken. */
  startGathering(): void;
  /** Adds a copy of the first `length` bytes to what is gathered. */
  gather(place: Place, length: number): void;
  /** Adds other bytes to it. */
  gatherBytes(other: Buffer): void;
  /** A copy of all that was gathered since the start, in few pieces. */
  gathered(): Buffer[];
  /** A copy of all bytes but the first `length`. */
  rest(place: Place, length: number): Buffer;
}

export const mostBytesOfOne = 128 * 1024;

const slabBytes = mostMemory;
/** Of all slabs, those that are written over next: what is asked for there is written anew. */
const leavingShare = 1 / 8;
/** Shorter pieces are copied step by step: to call something that copies them takes longer. */
const shortPiece = 96;
/** In bytes. The last step of a piece may go beyond its end, into what is written next. */
const step = 8;
/** In bytes: so much is gathered in one place, and a little more. Much larger pieces of memory are dear. */
const mostGathered = 64 * 1024;

/**
 * Keeps up to `mostBytes` in all, at least two megabytes; memory is taken as it is needed. In a slab of it the bytes themselves
 * are written from the front, and from the back, for each that is kept, its numbers, how many pieces it has and the pieces, all
 * of the same slab. Slabs are written one after the other, in a circle.
 */
export function createAlikeBytes(mostBytes: number, numbersOfEach: number): AlikeBytes {
  const slabs = Math.max(2, Math.floor(mostBytes / slabBytes));
  const leaving = Math.ceil(slabs * leavingShare);
  // The end is where copies are put together: within one memory bytes are moved fastest.
  const workshop = slabs * slabBytes;
  const table = workshop + mostBytesOfOne + step;
  const memory = new ArrayBuffer(table + mostGathered + mostBytesOfOne + step);
  const bytes = Buffer.from(memory);
  const view = new DataView(memory);
  const words = new Uint32Array(memory);
  const numbers = new Float64Array(memory);

  const places = new Map<string, Place>();
  const keysOf: string[][] = Array.from({ length: slabs }, () => []);
  const writer = createPieceWriter();
  let current = -1;
  let back = 0;

  const slabOf = (place: Place): number => Math.floor((place * numbers.BYTES_PER_ELEMENT) / slabBytes);

  const openNext = (): void => {
    current = (current + 1) % slabs;
    for (const key of keysOf[current] ?? []) {
      const place = places.get(key);
      if (place !== undefined && slabOf(place) === current) places.delete(key);
    }
    keysOf[current] = [];
    writer.begin(bytes.subarray(current * slabBytes, (current + 1) * slabBytes));
    back = slabBytes;
  };

  const firstWordOf = (place: Place): number => (place + numbersOfEach) * 2;

  const set: AlikeBytes['set'] = (key, given, about) => {
    places.delete(key);
    if (given.length > mostBytesOfOne) return;
    const head = numbersOfEach * numbers.BYTES_PER_ELEMENT;
    const most = given.length + head + (2 + mostPieces(given.length)) * words.BYTES_PER_ELEMENT;
    if (current < 0 || back - writer.used < most) openNext();
    const pieces = writer.write(given);
    const length = head + (1 + pieces.length) * words.BYTES_PER_ELEMENT;
    back -= Math.ceil(length / numbers.BYTES_PER_ELEMENT) * numbers.BYTES_PER_ELEMENT;
    const place = (current * slabBytes + back) / numbers.BYTES_PER_ELEMENT;
    numbers.set(about, place);
    words[firstWordOf(place)] = pieces.length;
    words.set(pieces, firstWordOf(place) + 1);
    places.set(key, place);
    keysOf[current]?.push(key);
  };

  const lengthOf = (place: Place): number => {
    const first = firstWordOf(place);
    let length = 0;
    for (let count = words[first] ?? 0; count > 0; count -= 1) length += pieceLength(words[first + count] ?? 0);
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
  const assemble = (place: Place, length: number, to: number): number => {
    const start = slabOf(place) * slabBytes;
    const end = to + length;
    let at = to;
    for (let word = firstWordOf(place) + 1; at < end; word += 1) {
      const piece = words[word] ?? 0;
      const size = Math.min(pieceLength(piece), end - at);
      copyPiece(start + pieceStart(piece), size, at);
      at += size;
    }
    return end;
  };

  const rest: AlikeBytes['rest'] = (place, length) =>
    Buffer.from(bytes.subarray(workshop + length, assemble(place, lengthOf(place), workshop)));

  let gatheredTo = table;
  let full: Buffer[] = [];

  const clearTable = (): void => {
    if (gatheredTo > table) full.push(copyOf(bytes.subarray(table, gatheredTo)));
    gatheredTo = table;
  };

  /** What is asked for does not go with what lies around it. */
  const moved = (key: string, place: Place): Place | undefined => {
    set(key, rest(place, 0), numbers.slice(place, place + numbersOfEach));
    return places.get(key);
  };

  const isLeaving = (place: Place): boolean => (slabOf(place) - current - 1 + slabs) % slabs < leaving;

  return {
    numbers,
    find(key) {
      const place = places.get(key);
      return place === undefined || !isLeaving(place) ? place : moved(key, place);
    },
    set,
    drop: (key) => void places.delete(key),
    startGathering() {
      gatheredTo = table;
      full = [];
    },
    gather(place, length) {
      if (gatheredTo - table > mostGathered) clearTable();
      gatheredTo = assemble(place, length, gatheredTo);
    },
    gatherBytes(other) {
      if (gatheredTo - table + other.length > mostGathered) clearTable();
      if (other.length > mostGathered) full.push(other);
      else {
        bytes.set(other, gatheredTo);
        gatheredTo += other.length;
      }
    },
    gathered() {
      clearTable();
      return full;
    },
    rest,
  };
}

function copyOf(bytes: Uint8Array): Buffer {
  const copy = Buffer.allocUnsafe(bytes.length);
  copy.set(bytes);
  return copy;
}
