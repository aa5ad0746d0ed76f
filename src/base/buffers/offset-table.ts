/** Where something lies in a memory: whole numbers below 2^32 - 1. */
export type Offset = number;

/** The memory that the places are of: each thing in it has a text as its key, and the hash of that beside it. */
export interface KeyedMemory {
  hashAt(place: Offset): number;
  isAt(place: Offset, key: string): boolean;
}

/**
 * Finds places by keys that lie in the memory themselves: a `Map` with a hundred thousand texts is objects of 15 MB, which are
 * looked through whenever memory is tidied up. What is at a place must stay there for as long as it is in the table.
 */
export interface OffsetTable {
  find(key: string, hash: number): Offset | undefined;
  /** The key at this place is in no other one. */
  add(place: Offset): void;
  /** Passes over a place that is not in it. */
  drop(place: Offset): void;
  clear(): void;
}

const fewestSlots = 1024;

export function createOffsetTable({ hashAt, isAt }: KeyedMemory): OffsetTable {
  // Places plus 1, each in the first slot from the one of its hash on that was free; never more than half of them are taken.
  let slots = new Uint32Array(fewestSlots);
  let mask = fewestSlots - 1;
  let count = 0;

  const put = (place: Offset): void => {
    let slot = hashAt(place) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = place + 1;
  };

  const grow = (): void => {
    const before = slots;
    slots = new Uint32Array(before.length * 2);
    mask = slots.length - 1;
    for (const taken of before) if (taken !== 0) put(taken - 1);
  };

  /** Those behind it that would not be found any more move up. */
  const free = (slot: number): void => {
    let gap = slot;
    for (let next = (gap + 1) & mask; ; next = (next + 1) & mask) {
      const taken = slots[next] ?? 0;
      if (taken === 0) break;
      const wanted = hashAt(taken - 1) & mask;
      if (((next - wanted) & mask) < ((next - gap) & mask)) continue;
      slots[gap] = taken;
      gap = next;
    }
    slots[gap] = 0;
  };

  return {
    find(key, hash) {
      for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
        const taken = slots[slot] ?? 0;
        if (taken === 0) return undefined;
        if (hashAt(taken - 1) === hash && isAt(taken - 1, key)) return taken - 1;
      }
    },
    add(place) {
      count += 1;
      if (count * 2 > slots.length) grow();
      put(place);
    },
    drop(place) {
      for (let slot = hashAt(place) & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
        if (slots[slot] !== place + 1) continue;
        free(slot);
        count -= 1;
        return;
      }
    },
    clear() {
      slots = new Uint32Array(fewestSlots);
      mask = fewestSlots - 1;
      count = 0;
    },
  };
}

/** A hash of a text: 32 bits, by FNV-1a with its bits mixed once more. */
export function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
