/** Runs the work for a key after all earlier work for the same key has ended, successfully or not. */
export type KeyedMutex = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export function createKeyedMutex(): KeyedMutex {
  const tails = new Map<string, Promise<void>>();
  return (key, work) => {
    const result = (tails.get(key) ?? Promise.resolve()).then(work);
    // A failure concerns only the caller, not the next in the queue.
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
