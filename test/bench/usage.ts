import { setTimeout as sleep } from 'node:timers/promises';
import type { Child } from './child.ts';
import { cpuSeconds, memoryOf } from './process-figures.ts';

const look = 20;

/** What a process took from its start to its end. */
export interface Usage {
  /** CPU seconds; those of its last 20 ms may be missing. */
  readonly cpu: number;
  /** Its highest memory, in bytes. */
  readonly peak: number;
}

/** Reads the usage of a process again and again until it ends: the kernel forgets it with the process. */
export async function usageUntilEnd({ pid }: Child): Promise<Usage> {
  let usage: Usage = { cpu: 0, peak: 0 };
  for (let memory = memoryOf(pid); memory !== undefined; memory = memoryOf(pid)) {
    usage = { cpu: cpuSeconds(pid), peak: Math.max(usage.peak, memory.peak) };
    await sleep(look);
  }
  return usage;
}
