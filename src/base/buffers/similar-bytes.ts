import { type ByteCollector, collectorBytes, createByteCollector } from './byte-collector.ts';
import { copyStep, EntryMemory, keyCodeOf, slabBytes } from './entry-memory.ts';
import { hashOf, type Offset, OffsetTable } from './offset-table.ts';
import { maxRuns, RunWriter } from './run-writer.ts';

/** In bytes: longer byte strings are not stored. */
export const maxEntryBytes = 128 * 1024;

/** The share of the slabs that are overwritten next. An entry that is looked up there moves to the current slab. */
const expiringShare = 1 / 8;

/**
 * A cache of byte strings that resemble each other, such as JSON of one shape: what a string shares with others in its slab is
 * stored once. Each entry also has a few numbers, which may be changed in place.
 *
 * The memory consists of slabs, which are filled and overwritten in a circle. New bytes are written from the front of a slab,
 * entries from its back.
 */
export class SimilarBytes {
  /** The numbers of an entry begin at its offset. */
  readonly numbers: Float64Array;
  readonly #numbersPerEntry: number;
  readonly #slabs: number;
  readonly #expiringSlabs: number;
  /** Where copies are assembled: copying within one memory is fastest. */
  readonly #scratchStart: number;
  readonly #collectorStart: number;
  readonly #entries: EntryMemory;
  readonly #offsets: OffsetTable;
  readonly #writer = new RunWriter();
  readonly #collector: ByteCollector;
  /** For each slab the position of its first entry, in bytes. */
  readonly #backs: Uint32Array;
  #current = -1;

  /** Stores up to `maxBytes` in all, at least two megabytes. The system allocates the memory as it is used. */
  constructor(maxBytes: number, numbersPerEntry: number) {
    this.#numbersPerEntry = numbersPerEntry;
    this.#slabs = Math.max(2, Math.floor(maxBytes / slabBytes));
    this.#expiringSlabs = Math.ceil(this.#slabs * expiringShare);
    this.#scratchStart = this.#slabs * slabBytes;
    this.#collectorStart = this.#scratchStart + maxEntryBytes + copyStep;
    const size = this.#collectorStart + collectorBytes(maxEntryBytes + copyStep);
    this.#entries = new EntryMemory(size, numbersPerEntry);
    this.numbers = this.#entries.numbers;
    this.#offsets = new OffsetTable(this.#entries);
    this.#collector = createByteCollector(this.#entries.bytes.subarray(this.#collectorStart));
    this.#backs = new Uint32Array(this.#slabs).fill(slabBytes);
  }

  /** The offset is valid until the next call of `find` or `set`. */
  find(key: string): Offset | undefined {
    const offset = this.#offsetOf(key);
    return offset === undefined || !this.#isExpiring(offset) ? offset : this.#move(key, offset);
  }

  /** Does nothing if `bytes` is longer than `maxEntryBytes`. */
  set(key: string, bytes: Buffer, numbers: ArrayLike<number>): void {
    this.drop(key);
    if (bytes.length > maxEntryBytes || key.length > maxEntryBytes) return;
    const keyCode = keyCodeOf(key);
    const maxSize = bytes.length + this.#entries.sizeOf(keyCode, maxRuns(bytes.length));
    if (this.#current < 0 || (this.#backs[this.#current] ?? 0) - this.#writer.used < maxSize) this.#openNextSlab();
    const runs = this.#writer.write(bytes);
    const back = (this.#backs[this.#current] ?? 0) - this.#entries.sizeOf(keyCode, runs.length);
    this.#backs[this.#current] = back;
    const offset = this.#entries.offsetIn(this.#current, back);
    this.numbers.set(numbers, offset);
    this.#entries.write(offset, key, keyCode, runs);
    this.#offsets.add(offset);
  }

  drop(key: string): void {
    const offset = this.#offsetOf(key);
    if (offset !== undefined) this.#offsets.drop(offset);
  }

  clear(): void {
    this.#offsets.clear();
    this.#backs.fill(slabBytes);
    this.#current = -1;
  }

  /** Discards what was collected before. */
  startCollecting(): void {
    this.#collector.start();
  }

  /** Collects a copy of the first `length` bytes of an entry. */
  collect(offset: Offset, length: number): void {
    this.#collector.makeRoom();
    const end = this.#entries.assemble(offset, length, this.#collectorStart + this.#collector.length);
    this.#collector.extend(end - this.#collectorStart);
  }

  /** Collects bytes that are not part of an entry. */
  collectBytes(bytes: Buffer): void {
    this.#collector.add(bytes);
  }

  /** A copy of everything that was collected since the start, in few chunks. */
  collected(): Buffer[] {
    return this.#collector.collected();
  }

  /** A copy of all bytes of an entry after the first `length`. */
  rest(offset: Offset, length: number): Buffer {
    const end = this.#entries.assemble(offset, this.#entries.lengthAt(offset), this.#scratchStart);
    return Buffer.from(this.#entries.bytes.subarray(this.#scratchStart + length, end));
  }

  #offsetOf(key: string): Offset | undefined {
    return this.#offsets.find(key, hashOf(key));
  }

  #isExpiring(offset: Offset): boolean {
    const slabsAhead = (this.#entries.slabOf(offset) - this.#current - 1 + this.#slabs) % this.#slabs;
    return slabsAhead < this.#expiringSlabs;
  }

  /** Writes an entry again, so that it is still stored after its slab is overwritten. */
  #move(key: string, offset: Offset): Offset | undefined {
    this.set(key, this.rest(offset, 0), this.numbers.slice(offset, offset + this.#numbersPerEntry));
    return this.#offsetOf(key);
  }

  #openNextSlab(): void {
    this.#current = (this.#current + 1) % this.#slabs;
    this.#dropSlab(this.#current);
    const start = this.#current * slabBytes;
    this.#writer.begin(this.#entries.bytes.subarray(start, start + slabBytes));
  }

  #dropSlab(slab: number): void {
    for (let at = this.#backs[slab] ?? slabBytes; at < slabBytes; ) {
      const offset = this.#entries.offsetIn(slab, at);
      this.#offsets.drop(offset);
      at += this.#entries.sizeAt(offset);
    }
    this.#backs[slab] = slabBytes;
  }
}
