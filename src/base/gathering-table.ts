/** Where bytes are put one behind the other, until all of them are taken away together. */
export interface GatheringTable {
  /** How many lie there now. */
  readonly length: number;
  /**
   * Nothing lies there, even if what was before was never taken. What is taken away is copied to `room` first of all, and beyond that to
   * memory of its own.
   */
  start(room?: Buffer): void;
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
export const tableBytes = (largest: number): number => mostGathered + largest;

/** A table in a memory of `tableBytes`. */
export function createGatheringTable(memory: Buffer): GatheringTable {
  let length = 0;
  let room: Buffer = noRoom;
  let used = 0;
  let taken: Buffer[] = [];

  const takeAway = (): void => {
    if (length === 0) return;
    const gathered = memory.subarray(0, length);
    length = 0;
    if (room.length - used < gathered.length) taken.push(copyOf(gathered));
    else {
      room.set(gathered, used);
      taken.push(room.subarray(used, used + gathered.length));
      used += gathered.length;
    }
  };

  return {
    get length() {
      return length;
    },
    start(given = noRoom) {
      [length, room, used, taken] = [0, given, 0, []];
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
      room = noRoom;
      return taken;
    },
  };
}

const noRoom = Buffer.alloc(0);

function copyOf(bytes: Uint8Array): Buffer {
  const copy = Buffer.allocUnsafe(bytes.length);
  copy.set(bytes);
  return copy;
}
