/** Limits the total weight of what is in progress. */
export interface WeightedSemaphore {
  /** Resolves when the weight fits. First come, first served. A weight above the capacity waits until nothing is in progress. */
  acquire(weight: number): Promise<void>;
  release(weight: number): void;
}

export function createWeightedSemaphore(capacity: number): WeightedSemaphore {
  const waiting: { readonly weight: number; readonly enter: () => void }[] = [];
  let used = 0;

  const fits = (weight: number): boolean => used === 0 || used + weight <= capacity;

  const admit = (): void => {
    for (let next = waiting[0]; next !== undefined && fits(next.weight); next = waiting[0]) {
      waiting.shift();
      used += next.weight;
      next.enter();
    }
  };

  return {
    acquire: (weight) =>
      new Promise((enter) => {
        waiting.push({ weight, enter });
        admit();
      }),
    release(weight) {
      used -= weight;
      admit();
    },
  };
}
