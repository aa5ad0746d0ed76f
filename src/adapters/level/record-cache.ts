import { createLruCache } from '../../base/caching/lru-cache.ts';

/** Records that were read more than once lately, as they are committed. Whoever gets one must not change it. */
export interface RecordCache {
  get(key: string): unknown;
  /** Keeps it where the same key was put shortly before. `bytes`: how long the record is on disk. */
  put(key: string, record: unknown, bytes: number): void;
  drop(keys: Iterable<string>): void;
  clear(): void;
}

/** So many keys are remembered that were put once. */
const putOnce = 4_096;

/**
 * Keeps about so many bytes, as long as the records are on disk; in memory they take about three times that. Most nodes are read
 * once, for the answer that is kept: would each be kept here for a while, the collector would have them all to move and to mark.
 */
export function createRecordCache(maximalBytes: number): RecordCache {
  const records = createLruCache<unknown>(maximalBytes);
  const seen = new Int32Array(putOnce);
  return {
    get: records.get,
    put(key, record, bytes) {
      const mark = markOf(key);
      const place = (mark >>> 0) % putOnce;
      if (seen[place] === mark) records.set(key, record, bytes);
      else seen[place] = mark;
    },
    drop(keys) {
      for (const key of keys) records.drop(key);
    },
    clear: records.clear,
  };
}

/** A number that few other keys have; never 0. */
function markOf(key: string): number {
  let mark = 0x81_1c_9d_c5;
  for (let at = 0; at < key.length; at += 1) mark = Math.imul(mark ^ key.charCodeAt(at), 0x01_00_01_93);
  return mark | 1;
}
