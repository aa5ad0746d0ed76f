import { PerformanceObserver, performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

/** In milliseconds; and the share of them that is worked in at most, where nobody wants anything. */
const quiet = { time: 100, share: 0.02 } as const;

/**
 * In bytes: when the heap has become larger by so much, it is worth the tenth of a second that tidying up takes. What is for young
 * objects alone becomes as large again soon.
 */
const worthwhile = 16 * 1_048_576;

const heapSize = (): number => getHeapStatistics().total_heap_size;

/**
 * Gives memory back when nobody wants anything: V8 keeps what a busy hour took, in case the next one is busy, too, and looks at it
 * again after minutes at the earliest. Nothing looks in between: only what collects garbage has made some.
 */
export function collectWhenIdle(): void {
  let left = heapSize();
  let isWaiting = false;

  const tidy = async (): Promise<void> => {
    await collectAll();
    left = heapSize();
  };

  const wait = (): void => {
    isWaiting = true;
    const before = performance.eventLoopUtilization();
    const look = (): void => {
      isWaiting = false;
      if (heapSize() < left + worthwhile) return;
      if (performance.eventLoopUtilization(before).utilization > quiet.share) wait();
      else void tidy();
    };
    setTimeout(look, quiet.time).unref();
  };

  new PerformanceObserver(() => {
    if (!isWaiting) wait();
  }).observe({ entryTypes: ['gc'] });
}

/**
 * Collects all garbage, and gives back what is not used. What this is called by is for inspectors, but there is nothing else that does
 * both; a Node.js that has none goes on as it is.
 */
async function collectAll(): Promise<void> {
  const { Session } = await import('node:inspector').catch(() => ({ Session: undefined }));
  if (Session === undefined) return;
  const session = new Session();
  session.connect();
  // What it says of it is that it has come to its end.
  await new Promise((resolve) => session.post('HeapProfiler.collectGarbage', resolve));
  session.disconnect();
}
