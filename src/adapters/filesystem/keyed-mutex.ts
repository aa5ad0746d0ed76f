/** Runs the work for a key after all earlier work for the same key, whether that failed or not. */
export type KeyedMutex = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** One queue for each key that is in use at the moment. */
export function createKeyedMutex(): KeyedMutex {
  const tails = new Map<string, Promise<void>>();
  return (key, work) => {
    const result = (tails.get(key) ?? Promise.resolve()).then(work);
    // Whether it failed matters to the one who asked, not to the next in the queue.
    const tail = result.then(
      () => release(),
      () => release(),
    );
    const release = () => {
      if (tails.get(key) === tail) tails.delete(key);
    };
    tails.set(key, tail);
    return result;
  };
}
