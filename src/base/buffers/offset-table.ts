/** The position of an entry in a memory: an integer below 2^32 - 1. */
export type Offset = number;

/** The memory that the offsets point into. Each entry in it contains its key and the hash of the key. */
export interface KeyedMemory {
  hashAt(offset: Offset): number;
  hasKey(offset: Offset, key: string): boolean;
}

const minSlots = 1024;

/**
 * A hash table of offsets whose keys are stored in the memory itself. A `Map` with a hundred thousand strings takes 15 MB of
 * objects, which every major garbage collection visits. An entry must not change while its offset is in the table.
 */
export class OffsetTable {
  readonly #memory: KeyedMemory;
  // Open addressing with linear probing. A slot holds an offset plus 1, or 0 if it is free. At most half of the slots are used.
  #slots = new Uint32Array(minSlots);
  #mask = minSlots - 1;
  #count = 0;

  constructor(memory: KeyedMemory) {
    this.#memory = memory;
  }

  find(key: string, hash: number): Offset | undefined {
    for (let slot = hash & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const stored = this.#slots[slot] ?? 0;
      if (stored === 0) return undefined;
      if (this.#memory.hashAt(stored - 1) === hash && this.#memory.hasKey(stored - 1, key)) return stored - 1;
    }
  }

  /** No other offset in the table may have the same key. */
  add(offset: Offset): void {
    this.#count += 1;
    if (this.#count * 2 > this.#slots.length) this.#grow();
    this.#put(offset);
  }

  /** Does nothing if the offset is not in the table. */
  drop(offset: Offset): void {
    for (let slot = this.#homeSlot(offset); this.#slots[slot] !== 0; slot = (slot + 1) & this.#mask) {
      if (this.#slots[slot] !== offset + 1) continue;
      this.#free(slot);
      this.#count -= 1;
      return;
    }
  }

  clear(): void {
    this.#slots = new Uint32Array(minSlots);
    this.#mask = minSlots - 1;
    this.#count = 0;
  }

  #homeSlot(offset: Offset): number {
    return this.#memory.hashAt(offset) & this.#mask;
  }

  #put(offset: Offset): void {
    let slot = this.#homeSlot(offset);
    while (this.#slots[slot] !== 0) slot = (slot + 1) & this.#mask;
    this.#slots[slot] = offset + 1;
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Uint32Array(before.length * 2);
    this.#mask = this.#slots.length - 1;
    for (const stored of before) if (stored !== 0) this.#put(stored - 1);
  }

  /** Frees a slot, and moves up the following offsets that a lookup would not reach any more. */
  #free(slot: number): void {
    let gap = slot;
    for (let next = (gap + 1) & this.#mask; ; next = (next + 1) & this.#mask) {
      const stored = this.#slots[next] ?? 0;
      if (stored === 0) break;
      if (((next - this.#homeSlot(stored - 1)) & this.#mask) < ((next - gap) & this.#mask)) continue;
      this.#slots[gap] = stored;
      gap = next;
    }
    this.#slots[gap] = 0;
  }
}

/** A 32-bit hash of a string: FNV-1a with a final mixing step. */
export function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
