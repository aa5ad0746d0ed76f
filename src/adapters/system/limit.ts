/**
 * Runs the work once fewer tasks are running than the limit allows. Waiting tasks start in the order of their calls.
 * Rejects immediately if too many tasks are waiting.
 */
export type Limited = <T>(work: () => Promise<T>) => Promise<T>;

interface LimitOptions {
  readonly maxRunning: number;
  readonly maxWaiting: number;
  /** Returns the error for a task that is added while `maxWaiting` tasks are waiting. */
  readonly tooMany: () => Error;
}

export function createLimit({ maxRunning, maxWaiting, tooMany }: LimitOptions): Limited {
  let running = 0;
  const waiting: (() => void)[] = [];
  const enter = async () => {
    if (running < maxRunning) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  // The slot goes to the next waiting task and is never free in between, so a new task cannot overtake.
  const leave = () => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  };
  return async (work) => {
    if (running >= maxRunning && waiting.length >= maxWaiting) throw tooMany();
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
