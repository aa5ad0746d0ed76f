import { createLatelyUsed } from '../../base/lately-used.ts';

/** Records that were read lately, as they are committed. Whoever gets one must not change it. */
export interface RecordCache {
  get(key: string): unknown;
  /** `bytes`: how long the record is on disk. */
  put(key: string, record: unknown, bytes: number): void;
  drop(keys: Iterable<string>): void;
  clear(): void;
}

/** Keeps about so many bytes, as long as the records are on disk; in memory they take about three times that. */
export function createRecordCache(maximalBytes: number): RecordCache {
  const records = createLatelyUsed<unknown>(maximalBytes);
  return {
    get: records.get,
    put: records.set,
    drop(keys) {
      for (const key of keys) records.drop(key);
    },
    clear: records.clear,
  };
}
