import { yieldToEventLoop } from './event-loop.ts';

/** Values that are processed in a few milliseconds, before the event loop serves other requests. */
const defaultBatchSize = 2_000;

/** A smaller batch, for values that are read from the store and require further reads. */
const readsPerPause = 500;

/** The values in batches. Between two batches the event loop serves other requests. */
export async function* inBatches<T>(
  values: readonly T[],
  size: number = defaultBatchSize,
): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < values.length; from += size) {
    if (from > 0) await yieldToEventLoop();
    yield values.slice(from, from + size);
  }
}

/** The same values. At each pause the event loop serves other requests, even if all values are available immediately. */
export async function* withPauses<T>(values: AsyncIterable<T>): AsyncGenerator<T> {
  let count = 0;
  for await (const value of values) {
    yield value;
    count += 1;
    if (count % readsPerPause === 0) await yieldToEventLoop();
  }
}

/** Like `Array.filter`, with pauses. */
export async function filterInBatches<T>(values: readonly T[], predicate: (value: T) => boolean): Promise<T[]> {
  const matching: T[] = [];
  for await (const batch of inBatches(values)) {
    for (const value of batch) if (predicate(value)) matching.push(value);
  }
  return matching;
}
