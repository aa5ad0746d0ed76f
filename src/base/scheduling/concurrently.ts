/**
 * Runs `work` on items as they arrive, at most `concurrency` at a time. Takes an item only when work on it can start.
 * After a failure, takes no more items, waits for the running ones, and rejects with the first failure.
 */
export async function forEachConcurrently<T>(
  items: AsyncGenerator<T> | Generator<T> | ArrayIterator<T>,
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let failed = false;
  const worker = async (): Promise<void> => {
    try {
      while (!failed) {
        const next = await items.next();
        if (next.done === true) return;
        await work(next.value);
      }
    } catch (error) {
      failed = true;
      throw error;
    }
  };
  const results = await Promise.allSettled(Array.from({ length: concurrency }, worker));
  const failure = results.find((result) => result.status === 'rejected');
  if (failure === undefined) return;
  await items.return?.(undefined);
  throw failure.reason;
}
