import { AsyncLocalStorage } from 'node:async_hooks';

/** Set while the code of a dry run runs. */
const context = new AsyncLocalStorage<true>();

/** The number of dry runs in progress. A context in use makes all requests slower, so it is disabled after the last one. */
let running = 0;

/** Thrown in place of the first write of a dry run, to end it. */
class WouldChange extends Error {
  override readonly name = 'WouldChange';
}

/** Whether the running code belongs to a dry run. */
export const isDryRun = (): boolean => running > 0 && context.getStore() === true;

/**
 * Runs `work` up to its first change of the store, which is prepared and checked but not written. Resolves when the change would
 * be made, or when there is none. Rejects with the reason why `work` would fail.
 */
export async function dryRun(work: () => unknown): Promise<void> {
  running += 1;
  try {
    await context.run(true, async () => work());
  } catch (error) {
    if (!(error instanceof WouldChange)) throw error;
  } finally {
    running -= 1;
    if (running === 0) context.disable();
  }
}

/** Runs work that other requests may be waiting for, such as a cleanup. It makes its changes even if a dry run starts it. */
export const outsideDryRun = <T>(work: () => T): T => context.exit(work);

/** The same change, which throws at its end in a dry run, so that the store writes nothing. */
export function unlessDryRun<Change, T>(work: (change: Change) => Promise<T>): (change: Change) => Promise<T> {
  if (!isDryRun()) return work;
  return async (change) => {
    await work(change);
    throw new WouldChange('A dry run changes nothing.');
  };
}
