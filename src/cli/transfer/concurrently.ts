/**
 * Works on items as they come, several at a time, and never takes more than can be worked on. After a failure no
 * further item is taken; the call rejects with the first failure when all work in hand has ended.
 */
export async function forEachConcurrently<T>(
  items: AsyncGenerator<T>,
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
  await items.return(undefined);
  throw failure.reason;
}
