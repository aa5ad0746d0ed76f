/** A run of bytes in a memory, packed into 32 bits: its length in the low bits, its start above them. */
export type ByteRun = number;

const lengthBits = 12;
const maxRunLength = 2 ** lengthBits - 1;

/** In bytes: the largest memory that runs can address. */
export const maxMemory = 2 ** (32 - lengthBits);

export const runStart = (run: ByteRun): number => run >>> lengthBits;
export const runLength = (run: ByteRun): number => run & maxRunLength;

const runAt = (start: number, length: number): ByteRun => ((start << lengthBits) | length) >>> 0;

/** In bytes: shorter matches are written again, because each run costs time whenever it is read. */
const minMatch = 24;
/** In bytes: the length that is hashed to find a match. */
const windowBytes = 8;
const slotBits = 16;
/** In bytes, between indexed windows. A match that starts before an indexed window is extended backwards. */
const stride = 4;

/** The maximum number of runs for this many bytes: every match may be followed by new bytes. */
export const maxRuns = (bytes: number): number => 2 * Math.ceil(bytes / minMatch) + Math.ceil(bytes / maxRunLength);

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);

/** The hash of the window at this position. */
const slotOf = (view: DataView, at: number): number =>
  (Math.imul(view.getUint32(at, true), 0x9e3779b1) ^ Math.imul(view.getUint32(at + 4, true), 0x85ebca77)) >>>
  (32 - slotBits);

/** Writes bytes as runs of a memory, in the manner of LZ77: bytes that the memory does not contain yet are appended to it. */
export class RunWriter {
  /** For each hash of a window, the position plus 1 at which such a window was written last. */
  readonly #windows = new Uint32Array(2 ** slotBits);
  #memory: Buffer = Buffer.alloc(0);
  #view = viewOf(this.#memory);
  #used = 0;
  #runs = new Uint32Array(64);
  #count = 0;

  /** Switches to another memory, and treats it as empty. */
  begin(memory: Buffer): void {
    this.#memory = memory;
    this.#view = viewOf(memory);
    this.#used = 0;
    this.#windows.fill(0);
  }

  /** In bytes from the beginning of the memory. */
  get used(): number {
    return this.#used;
  }

  /** Returns the runs that make up these bytes. They are valid until the next call. The memory must have room for all bytes. */
  write(bytes: Buffer): Uint32Array {
    this.#count = 0;
    if (this.#runs.length < maxRuns(bytes.length)) this.#runs = new Uint32Array(maxRuns(bytes.length));
    const input = viewOf(bytes);
    let written = 0;
    for (let at = 0; at + minMatch <= bytes.length; ) {
      const start = (this.#windows[slotOf(input, at)] ?? 0) - 1;
      const before = start < 0 ? 0 : this.#matchBefore(bytes, at, start, written);
      const length = start < 0 ? 0 : before + this.#matchFrom(bytes, at, start);
      if (length < minMatch) {
        at += 1;
        continue;
      }
      this.#append(bytes, written, at - before);
      this.#addRuns(start - before, length);
      at += length - before;
      written = at;
    }
    this.#append(bytes, written, bytes.length);
    return this.#runs.subarray(0, this.#count);
  }

  /** The length of the match that ends before `to` in the bytes and before `start` in the memory; unwritten bytes only. */
  #matchBefore(bytes: Buffer, to: number, start: number, written: number): number {
    const limit = Math.min(to - written, start);
    let length = 0;
    while (length < limit && bytes[to - length - 1] === this.#memory[start - length - 1]) length += 1;
    return length;
  }

  /** The length of the match that begins at `from` in the bytes and at `start` in the memory. */
  #matchFrom(bytes: Buffer, from: number, start: number): number {
    const limit = Math.min(bytes.length - from, this.#used - start);
    let length = 0;
    while (length < limit && bytes[from + length] === this.#memory[start + length]) length += 1;
    return length;
  }

  /** Appends bytes to the memory and indexes their windows. */
  #append(bytes: Buffer, from: number, to: number): void {
    const start = this.#used;
    this.#memory.set(bytes.subarray(from, to), start);
    this.#used += to - from;
    for (let at = start; at + windowBytes <= this.#used; at += stride) this.#windows[slotOf(this.#view, at)] = at + 1;
    this.#addRuns(start, to - from);
  }

  #addRuns(start: number, length: number): void {
    for (let at = 0; at < length; at += maxRunLength) this.#addRun(start + at, Math.min(maxRunLength, length - at));
  }

  /** Adds a run, or extends the last one if the new one continues it. */
  #addRun(start: number, length: number): void {
    const last = this.#count === 0 ? 0 : (this.#runs[this.#count - 1] ?? 0);
    const joined = runLength(last) + length;
    if (this.#count > 0 && runStart(last) + runLength(last) === start && joined <= maxRunLength) {
      this.#runs[this.#count - 1] = runAt(runStart(last), joined);
      return;
    }
    this.#runs[this.#count] = runAt(start, length);
    this.#count += 1;
  }
}
