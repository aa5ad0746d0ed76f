import { hashOf, type KeyedMemory, type Offset } from './offset-table.ts';
import { maxMemory, runLength, runStart } from './run-writer.ts';

/** In bytes. */
export const slabBytes = maxMemory;

/** In bytes. Entries and the numbers in them are aligned to this. */
const alignment = 8;

/** Up to this size, in bytes, copying in a loop is faster than a call of `copyWithin`. */
const maxLoopCopy = 96;
/** In bytes. The last step of a copy may write up to this much too far. */
export const copyStep = 8;

/** An entry consists of its numbers, a header, its runs and its key. These are the header fields, in words of four bytes. */
const header = { runs: 0, hash: 1, key: 2 } as const;
const headerLength = 3;

/**
 * The encoding of a key as one number: its length in UTF-16 code units, and in the lowest bit whether a code unit takes two bytes.
 * Keys in Latin-1 take one byte for each.
 */
export type KeyCode = number;

const beyondLatin1 = /[^\0-\xff]/;

export const keyCodeOf = (key: string): KeyCode => key.length * 2 + Number(beyondLatin1.test(key));
const keyLength = (code: KeyCode): number => code >>> 1;
const isWideKey = (code: KeyCode): boolean => (code & 1) === 1;
const keyBytes = (code: KeyCode): number => keyLength(code) << (code & 1);

const aligned = (length: number): number => Math.ceil(length / alignment) * alignment;

/**
 * One memory that consists of slabs. An entry in a slab has some numbers, a header, the runs of its bytes, and its key. The runs
 * point into the same slab. An offset counts in units of 8 bytes.
 */
export class EntryMemory implements KeyedMemory {
  readonly bytes: Buffer;
  /** The numbers of an entry begin at its offset. */
  readonly numbers: Float64Array;
  readonly #view: DataView;
  readonly #words: Uint32Array;
  readonly #numbersPerEntry: number;

  constructor(size: number, numbersPerEntry: number) {
    const memory = new ArrayBuffer(size);
    this.bytes = Buffer.from(memory);
    this.numbers = new Float64Array(memory);
    this.#view = new DataView(memory);
    this.#words = new Uint32Array(memory);
    this.#numbersPerEntry = numbersPerEntry;
  }

  slabOf(offset: Offset): number {
    return Math.floor((offset * alignment) / slabBytes);
  }

  /** The offset of the entry at a position within a slab, in bytes. */
  offsetIn(slab: number, position: number): Offset {
    return (slab * slabBytes + position) / alignment;
  }

  hashAt(offset: Offset): number {
    return this.#words[this.#headerAt(offset) + header.hash] ?? 0;
  }

  hasKey(offset: Offset, key: string): boolean {
    const code = this.#keyCodeAt(offset);
    if (keyLength(code) !== key.length) return false;
    const start = this.#keyStart(offset);
    const isWide = isWideKey(code);
    for (let at = 0; at < key.length; at += 1) {
      const unit = isWide ? this.#view.getUint16(start + at * 2, true) : this.bytes[start + at];
      if (unit !== key.charCodeAt(at)) return false;
    }
    return true;
  }

  /** The size of an entry in bytes, without the bytes that its runs point to. */
  sizeOf(keyCode: KeyCode, runs: number): number {
    const words = (headerLength + runs) * this.#words.BYTES_PER_ELEMENT;
    return aligned(this.#numbersPerEntry * this.numbers.BYTES_PER_ELEMENT + words + keyBytes(keyCode));
  }

  sizeAt(offset: Offset): number {
    return this.sizeOf(this.#keyCodeAt(offset), this.#runsAt(offset));
  }

  /** Writes everything but the numbers. */
  write(offset: Offset, key: string, keyCode: KeyCode, runs: Uint32Array): void {
    const start = this.#headerAt(offset);
    this.#words[start + header.runs] = runs.length;
    this.#words[start + header.hash] = hashOf(key);
    this.#words[start + header.key] = keyCode;
    this.#words.set(runs, start + headerLength);
    this.bytes.write(key, this.#keyStart(offset), isWideKey(keyCode) ? 'utf16le' : 'latin1');
  }

  /** The number of bytes that the runs of an entry make up. */
  lengthAt(offset: Offset): number {
    const first = this.#headerAt(offset) + headerLength;
    const end = first + this.#runsAt(offset);
    let length = 0;
    for (let word = first; word < end; word += 1) length += runLength(this.#words[word] ?? 0);
    return length;
  }

  /** Copies the first `length` bytes of an entry to a position of this memory. Returns the position after them. */
  assemble(offset: Offset, length: number, to: number): number {
    const start = this.slabOf(offset) * slabBytes;
    const end = to + length;
    let at = to;
    for (let word = this.#headerAt(offset) + headerLength; at < end; word += 1) {
      const run = this.#words[word] ?? 0;
      const size = Math.min(runLength(run), end - at);
      this.#copy(start + runStart(run), size, at);
      at += size;
    }
    return end;
  }

  /** May overwrite up to `copyStep` bytes after the copy. */
  #copy(from: number, size: number, to: number): void {
    if (size > maxLoopCopy) this.bytes.copyWithin(to, from, from + size);
    else {
      for (let at = 0; at < size; at += copyStep) {
        this.#view.setInt32(to + at, this.#view.getInt32(from + at));
        this.#view.setInt32(to + at + 4, this.#view.getInt32(from + at + 4));
      }
    }
  }

  #headerAt(offset: Offset): number {
    return (offset + this.#numbersPerEntry) * 2;
  }

  #runsAt(offset: Offset): number {
    return this.#words[this.#headerAt(offset) + header.runs] ?? 0;
  }

  #keyCodeAt(offset: Offset): KeyCode {
    return this.#words[this.#headerAt(offset) + header.key] ?? 0;
  }

  /** In bytes. */
  #keyStart(offset: Offset): number {
    return (this.#headerAt(offset) + headerLength + this.#runsAt(offset)) * this.#words.BYTES_PER_ELEMENT;
  }
}
