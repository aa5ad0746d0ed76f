import { LRUCache } from 'lru-cache';
import { createRecentKeys } from '../../base/caching/recent-keys.ts';

/** Committed records that were read more than once recently. A caller must not change the record that it gets. */
export interface RecordCache {
  get(key: string): unknown;
  /** Caches the record if the same key was put shortly before. `bytes`: the length of the record on disk. */
  put(key: string, record: NonNullable<unknown>, bytes: number): void;
  drop(keys: Iterable<string>): void;
  clear(): void;
}

/**
 * Caches about `maxBytes` bytes, counted as on disk; in memory, records take about three times that. Most records are read
 * only once in a while. Caching each of them would make garbage collection slower.
 */
export function createRecordCache(maxBytes: number): RecordCache {
  const records = new LRUCache<string, NonNullable<unknown>>({ maxSize: maxBytes });
  const recent = createRecentKeys();
  return {
    get: (key) => records.get(key),
    put(key, record, bytes) {
      if (recent.hasOrAdd(key)) records.set(key, record, { size: bytes });
    },
    drop(keys) {
      for (const key of keys) records.delete(key);
    },
    clear: () => records.clear(),
  };
}
