import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/**
 * How far the heap may grow over what the last collection left in use, in percent. By default V8 lets a small heap grow
 * to several times its size. Until it collects, up to 64 MB of unused buffers wait beside the heap. They then lie
 * between used ones, so the memory does not return to the system.
 */
const growthPercent = 50;

/**
 * The approximate maximum size of the young generation. V8 splits it into two halves, one of which is always empty. Its
 * default is 32 MB.
 */
const maxYoungBytes = 16 * 1_048_576;

/**
 * V8 cannot change the limit of the young generation at run time, but it reads the growth factor each time it grows.
 */
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
