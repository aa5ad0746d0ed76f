import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds } from './process-figures.ts';
import type { Repository } from './repository.ts';

const look = 250;
/** CPU seconds in one look that a server with nothing to do may still use. */
const atRest = 0.02;
const patience = 300_000;
/** In milliseconds: an idle server returns unused memory to the system within this time. */
export const untilMemoryIsReturned = 125_000;

/** Whether all that was changed can be found. */
export async function isLevel({ asAdmin }: Repository): Promise<boolean> {
  const { store, index } = await asAdmin.getStatus();
  return index.state === 'ready' && index.position >= store.commit;
}

/**
 * Resolves when the server has done what it puts off while it is busy: everything can be found, and it works no more.
 * Without this the work for one measurement would fall into the next one. Rejects when that takes longer than minutes.
 */
export async function settle(repository: Repository, timeoutMs = patience): Promise<void> {
  const until = performance.now() + timeoutMs;
  const { pid } = repository.server;
  while (performance.now() < until) {
    const before = cpuSeconds(pid);
    await sleep(look);
    if (cpuSeconds(pid) - before <= atRest && (await isLevel(repository))) return;
  }
  throw new Error('The server did not come to rest: its search index stays behind, or it works without end.');
}
