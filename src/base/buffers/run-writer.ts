/** A piece of a memory as one number: how long it is in the lowest bits, and where it begins above them. */
export type ByteRun = number;

const lengthBits = 12;
const longest = 2 ** lengthBits - 1;

/** In bytes: a memory that pieces lie in has no more. */
export const maxMemory = 2 ** (32 - lengthBits);

export const runStart = (piece: ByteRun): number => piece >>> lengthBits;
export const runLength = (piece: ByteRun): number => piece & longest;

const pieceAt = (start: number, length: number): ByteRun => ((start << lengthBits) | length) >>> 0;

/** In bytes: what is there in a shorter piece is written again, as each piece takes time whenever it is read. */
const shortest = 24;
/** In bytes: what is looked up at once. */
const window = 8;
const slotBits = 16;
/** In bytes, between windows that are noted; what was missed before one is found from there backwards. */
const stride = 4;

/** Takes bytes apart into pieces of a memory: what is not in there yet is added to it. */
export interface RunWriter {
  /** From now on pieces are of this memory, and nothing in it is used. */
  begin(memory: Buffer): void;
  /** In bytes from the beginning of the memory. */
  readonly used: number;
  /** The pieces that make up these bytes, until the next call. The memory must have room for all of them. */
  write(bytes: Buffer): Uint32Array;
}

/** How many pieces there are at most for so many bytes: between two that were there already lies one that was not. */
export const maxRuns = (bytes: number): number => 2 * Math.ceil(bytes / shortest) + Math.ceil(bytes / longest);

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);

/** A number for the window that begins there, the same for the same bytes. */
const slotOf = (view: DataView, at: number): number =>
  (Math.imul(view.getUint32(at, true), 0x9e3779b1) ^ Math.imul(view.getUint32(at + 4, true), 0x85ebca77)) >>>
  (32 - slotBits);

export function createRunWriter(): RunWriter {
  /** Where a window with this number was written last, plus 1. */
  const places = new Uint32Array(2 ** slotBits);
  let memory: Buffer = Buffer.alloc(0);
  let view = viewOf(memory);
  let used = 0;
  let pieces = new Uint32Array(64);
  let count = 0;

  /** Adds to the pieces what lies there in the memory. */
  const add = (start: number, length: number): void => {
    const last = count === 0 ? 0 : (pieces[count - 1] ?? 0);
    const joined = runLength(last) + length;
    if (count > 0 && runStart(last) + runLength(last) === start && joined <= longest) {
      pieces[count - 1] = pieceAt(runStart(last), joined);
      return;
    }
    pieces[count] = pieceAt(start, length);
    count += 1;
  };

  const addAll = (start: number, length: number): void => {
    for (let at = 0; at < length; at += longest) add(start + at, Math.min(longest, length - at));
  };

  /** How many bytes up to there, but for those that are written, are in the memory up to `start`. */
  const sameBefore = (bytes: Buffer, to: number, start: number, written: number): number => {
    const most = Math.min(to - written, start);
    let same = 0;
    while (same < most && bytes[to - same - 1] === memory[start - same - 1]) same += 1;
    return same;
  };

  /** How many bytes from there on are in the memory from `start` on. */
  const sameFrom = (bytes: Buffer, from: number, start: number): number => {
    const most = Math.min(bytes.length - from, used - start);
    let same = 0;
    while (same < most && bytes[from + same] === memory[start + same]) same += 1;
    return same;
  };

  /** Writes bytes behind what is used, and notes where their windows are. */
  const append = (bytes: Buffer, from: number, to: number): void => {
    const start = used;
    memory.set(bytes.subarray(from, to), used);
    used += to - from;
    for (let at = start; at + window <= used; at += stride) places[slotOf(view, at)] = at + 1;
    addAll(start, to - from);
  };

  return {
    begin(next) {
      memory = next;
      view = viewOf(next);
      used = 0;
      places.fill(0);
    },
    get used() {
      return used;
    },
    write(bytes) {
      count = 0;
      if (pieces.length < maxRuns(bytes.length)) pieces = new Uint32Array(maxRuns(bytes.length));
      const input = viewOf(bytes);
      let written = 0;
      for (let at = 0; at + shortest <= bytes.length; ) {
        const start = (places[slotOf(input, at)] ?? 0) - 1;
        const before = start < 0 ? 0 : sameBefore(bytes, at, start, written);
        const same = start < 0 ? 0 : before + sameFrom(bytes, at, start);
        if (same < shortest) {
          at += 1;
          continue;
        }
        append(bytes, written, at - before);
        addAll(start - before, same);
        at += same - before;
        written = at;
      }
      append(bytes, written, bytes.length);
      return pieces.subarray(0, count);
    },
  };
}
