/** Resolves when whatever else waits in this process had its turn: a long piece of work is cut up by it. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Between two turns of other work, in milliseconds. */
const maxStepMs = 10;

/** For loops whose steps may be short or long: lets other work have its turn where the last one was too long ago. */
export function createYielder(): () => Promise<void> | undefined {
  let next = performance.now() + maxStepMs;
  return () => {
    if (performance.now() < next) return undefined;
    return yieldToEventLoop().then(() => {
      next = performance.now() + maxStepMs;
    });
  };
}
