import { AsyncLocalStorage } from 'node:async_hooks';

/** Work that ends at its first change runs in this context. */
const context = new AsyncLocalStorage<true>();

/** The works of this kind that run now. The context costs all requests time, so it is disabled after the last. */
let running = 0;

/** Ends a dry run in place of its first change, which would have been made. */
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

/** Runs work that others wait for too, such as a cleanup: it is done for real even if a dry run started it. */
export const outsideDryRun = <T>(work: () => T): T => context.exit(work);

/** The same change, which throws at its end in a dry run, so that the store writes nothing. */
export function unlessDryRun<Change, T>(work: (change: Change) => Promise<T>): (change: Change) => Promise<T> {
  if (!isDryRun()) return work;
  return async (change) => {
    await work(change);
    throw new WouldChange('A dry run changes nothing.');
  };
}
