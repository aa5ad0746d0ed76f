import { yieldToEventLoop } from './event-loop.ts';

/** A long computation that yields every few milliseconds and returns its result. It awaits nothing. */
export type CooperativeTask<T> = Generator<undefined, T, undefined>;

/** Runs a task without pauses. Use this where no other request waits, such as in a worker. */
export function runNow<T>(task: CooperativeTask<T>): T {
  for (;;) {
    const step = task.next();
    if (step.done === true) return step.value;
  }
}

/** Runs a task. At every pause the event loop serves other requests. */
export async function runCooperatively<T>(task: CooperativeTask<T>): Promise<T> {
  for (;;) {
    const step = task.next();
    if (step.done === true) return step.value;
    await yieldToEventLoop();
  }
}

/** Values that are processed between two pauses, in a few milliseconds. */
const valuesPerPause = 1_000;

/** Calls `act` with each value, with pauses. */
export function* forEachCooperatively<T>(values: Iterable<T>, act: (value: T) => void): CooperativeTask<void> {
  let count = 0;
  for (const value of values) {
    act(value);
    count += 1;
    if (count % valuesPerPause === 0) yield;
  }
}
