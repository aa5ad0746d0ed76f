/** Runs one task at a time, in the order of the calls. */
export interface Mutex {
  take<T>(work: () => Promise<T>): Promise<T>;
}

export function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve();
  return {
    take(work) {
      const result = last.then(work, work);
      last = result;
      return result;
    },
  };
}
