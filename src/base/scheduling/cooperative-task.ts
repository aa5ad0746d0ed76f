import { yieldToEventLoop } from './event-loop.ts';

/** A long computation that pauses by itself every few milliseconds, and ends with its result. It waits for nothing. */
export type CooperativeTask<T> = Generator<undefined, T, undefined>;

/** The result, computed without a pause: where nobody else waits. */
export function runNow<T>(steps: CooperativeTask<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The result, with a turn for other work at every pause. */
export async function runCooperatively<T>(steps: CooperativeTask<T>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await yieldToEventLoop();
  }
}

/** Values looked at between two pauses: a few milliseconds. */
const stepSize = 1_000;

/** Does something with each value, with pauses. */
export function* forEachCooperatively<T>(values: Iterable<T>, act: (value: T) => void): CooperativeTask<void> {
  let count = 0;
  for (const value of values) {
    act(value);
    count += 1;
    if (count % stepSize === 0) yield;
  }
}
