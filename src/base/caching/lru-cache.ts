/** Values that were stored or read recently. */
export interface LruCache<V> {
  get(key: string): V | undefined;
  /** `weight` is the share of the capacity that the value uses; 1 if the capacity is a number of values. */
  set(key: string, value: V, weight?: number): void;
  drop(key: string): void;
  clear(): void;
}

interface Entry<V> {
  readonly key: string;
  readonly value: V;
  readonly weight: number;
  /** How often the hand passes this entry before it removes it. */
  rounds: number;
}

/** Entries that were never read are removed before entries that were. */
const rounds = { stored: 1, used: 2 } as const;

/**
 * A cache with a total weight of at most `maxWeight`. It approximates LRU with the clock algorithm: to make room, a hand goes
 * around and removes entries that were not used during the last rounds. An exact order of use would cost more, because
 * deleting and setting a key of a large `Map` takes microseconds.
 */
export function createLruCache<V>(maxWeight: number): LruCache<V> {
  const entries = new Map<string, Entry<V>>();
  let hand = entries.values();
  let total = 0;

  const drop = (key: string): void => {
    const entry = entries.get(key);
    if (entry === undefined) return;
    entries.delete(key);
    total -= entry.weight;
  };

  const makeRoom = (weight: number): void => {
    while (total + weight > maxWeight && entries.size > 0) {
      const next = hand.next();
      if (next.done === true) hand = entries.values();
      else if (next.value.rounds > 0) next.value.rounds -= 1;
      else drop(next.value.key);
    }
  };

  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entry.rounds = rounds.used;
      return entry.value;
    },
    set(key, value, weight = 1) {
      drop(key);
      if (weight > maxWeight) return;
      makeRoom(weight);
      entries.set(key, { key, value, weight, rounds: rounds.stored });
      total += weight;
    },
    drop,
    clear() {
      entries.clear();
      total = 0;
    },
  };
}
