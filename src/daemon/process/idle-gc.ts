import { PerformanceObserver, performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

/**
 * The process counts as idle if the event loop was busy for at most this share of a minute. Such a collection also discards
 * optimized code whose objects are gone, and V8 has to compile it again: after a shorter wait, a server that gets a few
 * requests at a time would run with cold code all day.
 */
const maxUtilization = 0.02;
const defaultIntervalMs = 60_000;

/**
 * A full collection takes a tenth of a second, so it runs only after the heap has grown by this much. The young
 * generation alone soon grows again after a collection.
 */
const minGrowthBytes = 16 * 1_048_576;

const heapBytes = (): number => getHeapStatistics().total_heap_size;

/**
 * Returns unused memory to the system when the server was idle for an interval (in milliseconds); V8 by itself would keep it
 * for minutes or longer. It begins to wait after a garbage collection; without one there is no new garbage.
 */
export function collectWhenIdle(intervalMs: number = defaultIntervalMs): void {
  let bytesAfterCollection = heapBytes();
  let isWaiting = false;

  const collect = async (): Promise<void> => {
    await collectAll();
    bytesAfterCollection = heapBytes();
  };

  const wait = (): void => {
    isWaiting = true;
    const before = performance.eventLoopUtilization();
    const check = (): void => {
      isWaiting = false;
      if (heapBytes() < bytesAfterCollection + minGrowthBytes) return;
      if (performance.eventLoopUtilization(before).utilization > maxUtilization) wait();
      else void collect();
    };
    setTimeout(check, intervalMs).unref();
  };

  new PerformanceObserver(() => {
    if (!isWaiting) wait();
  }).observe({ entryTypes: ['gc'] });
}

/**
 * Collects all garbage and releases unused memory. Only the inspector protocol offers both. A Node.js built without the
 * inspector skips this.
 */
async function collectAll(): Promise<void> {
  const { Session } = await import('node:inspector').catch(() => ({ Session: undefined }));
  if (Session === undefined) return;
  const session = new Session();
  session.connect();
  // The callback only reports that the collection has finished.
  await new Promise((resolve) => session.post('HeapProfiler.collectGarbage', resolve));
  session.disconnect();
}
