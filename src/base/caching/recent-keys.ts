/** Tells which keys were used recently. Takes 16 KB, however many keys there are. */
export interface RecentKeys {
  /** Whether the key is one of the last few thousand. Adds it if it is not. May rarely be true for a new key. */
  hasOrAdd(key: string): boolean;
}

/** Number of pairs of slots. A pair holds the last two of its keys. */
const pairs = 2_048;

export function createRecentKeys(): RecentKeys {
  // With single slots, two keys of one page that share a slot would replace each other each time.
  const slots = new Int32Array(2 * pairs);
  return {
    hasOrAdd(key) {
      const hash = hashOf(key);
      const slot = 2 * ((hash >>> 0) % pairs);
      if (slots[slot] === hash || slots[slot + 1] === hash) return true;
      slots[slot + 1] = slots[slot] ?? 0;
      slots[slot] = hash;
      return false;
    },
  };
}

/** A 32-bit hash (FNV-1a) of the key, never 0. */
function hashOf(key: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let index = 0; index < key.length; index += 1) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01_00_01_93);
  return hash | 1;
}
