/** Lets one caller in at a time, in the order of their coming. */
export interface Mutex {
  take<T>(work: () => Promise<T>): Promise<T>;
}

export function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve();
  return {
    take(work) {
      const turn = last.then(work, work);
      last = turn;
      return turn;
    },
  };
}
