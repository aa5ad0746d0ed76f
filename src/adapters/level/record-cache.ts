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

/** Keeps what was used last, up to so many bytes (as long as the records are on disk; in memory they take about three times that). */
export function createRecordCache(maximalBytes: number): RecordCache {
  const cached = new Map<string, Cached>();
  let total = 0;

  const remove = (key: string): void => {
    total -= cached.get(key)?.bytes ?? 0;
    cached.delete(key);
  };

  return {
    get(key) {
      const found = cached.get(key);
      if (found === undefined) return undefined;
      // A map keeps the order in which keys came, so what was used last goes to its end.
      cached.delete(key);
      cached.set(key, found);
      return found.record;
    },
    put(key, record, bytes) {
      remove(key);
      cached.set(key, { record, bytes });
      total += bytes;
      for (const oldest of cached.keys()) {
        if (total <= maximalBytes) return;
        remove(oldest);
      }
    },
    drop(keys) {
      for (const key of keys) remove(key);
    },
    clear() {
      cached.clear();
      total = 0;
    },
  };
}
