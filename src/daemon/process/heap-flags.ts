import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/**
 * In percent: the heap may grow by so much over what the last collection left in use. On its own V8 lets a small heap become
 * several times as large, and lets 64 MB of buffers beside it wait for that: when they are freed at last, they lie between others,
 * and the memory does not go back to the system.
 */
const growth = 50;

/** In bytes: about so much V8 takes for young objects, in two halves, of which one is always empty. On its own it takes 32 MB. */
const mostYoung = 16 * 1_048_576;

/** V8 has no limit that could be changed later; but it asks by how much to grow each time it wants to. */
const letYoungGrow = (isWanted: boolean): void => setFlagsFromString(`--semi-space-growth-factor=${isWanted ? 2 : 1}`);

const youngBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;

const adjustYoung = (): void => letYoungGrow(youngBytes() < mostYoung);

/**
 * Keeps what JavaScript takes near to what it uses, for as long as the process runs: a server holds its memory for weeks. To be
 * called first of all, as the heap grows most while the program is loaded.
 */
export function setHeapFlags(): void {
  setFlagsFromString(`--heap-growing-percent=${growth}`);
  adjustYoung();
  // It grows at a collection only, and becomes smaller at one: nobody has to look in between.
  new PerformanceObserver(adjustYoung).observe({ entryTypes: ['gc'] });
}
