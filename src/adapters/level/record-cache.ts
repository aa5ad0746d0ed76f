import { LRUCache } from 'lru-cache';

/** Committed records that were read more than once recently. A caller must not change the record that it gets. */
export interface RecordCache {
  get(key: string): unknown;
  /** Caches the record if the same key was put shortly before. `bytes`: the length of the record on disk. */
  put(key: string, record: NonNullable<unknown>, bytes: number): void;
  drop(keys: Iterable<string>): void;
  clear(): void;
}

/** Number of pairs of slots for keys that were put once. A pair holds the last two of its keys. */
const firstPutPairs = 2_048;

/**
 * Caches about `maxBytes` bytes, counted as on disk; in memory, records take about three times that. Most records are read
 * only once in a while. Caching each of them would make garbage collection slower.
 */
export function createRecordCache(maxBytes: number): RecordCache {
  const records = new LRUCache<string, NonNullable<unknown>>({ maxSize: maxBytes });
  // With single slots, two keys of one page that share a slot would replace each other each time, and never be cached.
  const seen = new Int32Array(2 * firstPutPairs);
  return {
    get: (key) => records.get(key),
    put(key, record, bytes) {
      const hash = hashOf(key);
      const slot = 2 * ((hash >>> 0) % firstPutPairs);
      if (seen[slot] === hash || seen[slot + 1] === hash) {
        records.set(key, record, { size: bytes });
        return;
      }
      seen[slot + 1] = seen[slot] ?? 0;
      seen[slot] = hash;
    },
    drop(keys) {
      for (const key of keys) records.delete(key);
    },
    clear: () => records.clear(),
  };
}

/** A 32-bit hash (FNV-1a) of the key, never 0. */
function hashOf(key: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let index = 0; index < key.length; index += 1) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01_00_01_93);
  return hash | 1;
}
