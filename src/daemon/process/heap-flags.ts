import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/**
 * In percent: the growth of the heap since the last collection that triggers the next one. By default V8 lets a small heap
 * grow to several times its size, while up to 64 MB of unused buffers accumulate outside it. Used buffers between them
 * keep that memory from being returned to the system.
 */
const growthPercent = 50;

/**
 * The approximate maximum size of the young generation. V8 splits it into two halves, one of which is always empty. Its
 * default is 32 MB.
 */
const maxYoungBytes = 16 * 1_048_576;

/** V8 cannot change the limit of the young generation at run time, but reads the growth factor each time it grows. */
const allowYoungGrowth = (isAllowed: boolean): void =>
  setFlagsFromString(`--semi-space-growth-factor=${isAllowed ? 2 : 1}`);

const youngBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;

const adjustYoungGrowth = (): void => allowYoungGrowth(youngBytes() < maxYoungBytes);

/**
 * Keeps the heap close to what is in use, for the lifetime of the process: a server holds its memory for weeks. Call
 * this first, because the heap grows fastest while the program is loaded.
 */
export function setHeapFlags(): void {
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`);
  adjustYoungGrowth();
  // The young generation grows and shrinks only at a collection.
  new PerformanceObserver(adjustYoungGrowth).observe({ entryTypes: ['gc'] });
}
