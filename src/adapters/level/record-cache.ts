/** Records that were read lately, as they are committed. Whoever gets one must not change it. */
export interface RecordCache {
  get(key: string): unknown;
  /** `bytes`: how long the record is on disk. */
  put(key: string, record: unknown, bytes: number): void;
  drop(keys: Iterable<string>): void;
  clear(): void;
}

interface Cached {
  readonly record: unknown;
  readonly bytes: number;
}

/**
 * Keeps about so many bytes (as long as the records are on disk; in memory they take about three times that) in two
 * generations: what is not asked for while the young one fills is forgotten with the old one. Keeping an exact order of
 * use would cost more than reading the record: deleting and setting a key of a large Map takes microseconds.
 */
export function createRecordCache(maximalBytes: number): RecordCache {
  let young = new Map<string, Cached>();
  let old = new Map<string, Cached>();
  let youngBytes = 0;

  const keep = (key: string, cached: Cached): void => {
    if (youngBytes + cached.bytes > maximalBytes / 2) {
      old = young;
      young = new Map();
      youngBytes = 0;
    }
    young.set(key, cached);
    youngBytes += cached.bytes;
  };

  return {
    get(key) {
      const found = young.get(key);
      if (found !== undefined) return found.record;
      const aged = old.get(key);
      if (aged !== undefined) keep(key, aged);
      return aged?.record;
    },
    put(key, record, bytes) {
      keep(key, { record, bytes });
    },
    drop(keys) {
      for (const key of keys) {
        young.delete(key);
        old.delete(key);
      }
    },
    clear() {
      young = new Map();
      old = new Map();
      youngBytes = 0;
    },
  };
}
