import { yieldToEventLoop } from './event-loop.ts';

/** Values looked at before other work gets its turn: a few milliseconds. */
const stepSize = 2_000;

/** The same for values of which each is read, and more is read for it. */
const readAtOnce = 500;

/** The values in pieces between which other work gets its turn. */
export async function* inBatches<T>(values: readonly T[], size: number = stepSize): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < values.length; from += size) {
    if (from > 0) await yieldToEventLoop();
    yield values.slice(from, from + size);
  }
}

/** The same values, with a turn for other work from time to time, however fast they come. */
export async function* withPauses<T>(values: AsyncIterable<T>): AsyncGenerator<T> {
  let count = 0;
  for await (const value of values) {
    yield value;
    count += 1;
    if (count % readAtOnce === 0) await yieldToEventLoop();
  }
}

/** Those of the values for which it holds. */
export async function filterInBatches<T>(values: readonly T[], holds: (value: T) => boolean): Promise<T[]> {
  const kept: T[] = [];
  for await (const piece of inBatches(values)) {
    for (const value of piece) if (holds(value)) kept.push(value);
  }
  return kept;
}
