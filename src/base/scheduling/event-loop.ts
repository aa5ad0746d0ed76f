/** Lets the event loop serve other requests. Call this between the steps of a long computation. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The time between two pauses of most loops, in milliseconds. */
const defaultStepMs = 10;

/**
 * For loops whose steps take different times. The returned function yields if the last pause was more than `maxStepMs`
 * ago.
 */
export function createYielder(maxStepMs = defaultStepMs): () => Promise<void> | undefined {
  let next = performance.now() + maxStepMs;
  return () => {
    if (performance.now() < next) return undefined;
    return yieldToEventLoop().then(() => {
      next = performance.now() + maxStepMs;
    });
  };
}
