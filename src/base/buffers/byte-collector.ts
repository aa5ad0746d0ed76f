/** Where bytes are put one behind the other, until all of them are taken away together. */
export interface ByteCollector {
  /** How many lie there now. */
  readonly length: number;
  /** Nothing lies there, even if what was before was never taken. */
  start(): void;
  /** From now on there is room behind `length` for one more thing. */
  makeRoom(): void;
  /** Somebody has written behind what lay there, up to `length`. */
  extend(length: number): void;
  add(other: Buffer): void;
  /** A copy of all that was put there since the start, in few pieces. */
  gathered(): Buffer[];
}

/** In bytes: so much is gathered in one place, and one thing more. Much larger pieces of memory are dear. */
const mostGathered = 64 * 1024;

/** The memory that a table needs, in bytes, where no thing is larger than that. */
export const collectorBytes = (largest: number): number => mostGathered + largest;

/** A table in a memory of `tableBytes`. */
export function createByteCollector(memory: Buffer): ByteCollector {
  let length = 0;
  let taken: Buffer[] = [];

  const takeAway = (): void => {
    if (length === 0) return;
    taken.push(Buffer.from(memory.subarray(0, length)));
    length = 0;
  };

  return {
    get length() {
      return length;
    },
    start() {
      [length, taken] = [0, []];
    },
    makeRoom() {
      if (length > mostGathered) takeAway();
    },
    extend(to) {
      length = to;
    },
    add(other) {
      if (length + other.length > mostGathered) takeAway();
      if (other.length > mostGathered) taken.push(other);
      else {
        memory.set(other, length);
        length += other.length;
      }
    },
    gathered() {
      takeAway();
      return taken;
    },
  };
}
