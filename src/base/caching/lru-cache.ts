/** Values that were made or asked for lately. */
export interface LruCache<V> {
  get(key: string): V | undefined;
  /** `weight`: what the value counts of all that may be kept; 1 where values are just counted. */
  set(key: string, value: V, weight?: number): void;
  drop(key: string): void;
  clear(): void;
}

interface Kept<V> {
  readonly key: string;
  readonly value: V;
  readonly weight: number;
  /** How often the hand still passes by. */
  rounds: number;
}

/** What was never asked for after it was made goes before what was. */
const rounds = { made: 1, used: 2 } as const;

/**
 * Keeps values up to a weight of `most`. Where room is needed, a hand goes round and takes what was not used for the last
 * rounds. Keeping an exact order of use would cost more: deleting and setting a key of a large Map takes microseconds.
 */
export function createLruCache<V>(most: number): LruCache<V> {
  const all = new Map<string, Kept<V>>();
  let hand = all.values();
  let total = 0;

  const drop = (key: string): void => {
    const kept = all.get(key);
    if (kept === undefined) return;
    all.delete(key);
    total -= kept.weight;
  };

  const makeRoom = (weight: number): void => {
    while (total + weight > most && all.size > 0) {
      const next = hand.next();
      if (next.done === true) hand = all.values();
      else if (next.value.rounds > 0) next.value.rounds -= 1;
      else drop(next.value.key);
    }
  };

  return {
    get(key) {
      const kept = all.get(key);
      if (kept === undefined) return undefined;
      kept.rounds = rounds.used;
      return kept.value;
    },
    set(key, value, weight = 1) {
      drop(key);
      if (weight > most) return;
      makeRoom(weight);
      all.set(key, { key, value, weight, rounds: rounds.made });
      total += weight;
    },
    drop,
    clear() {
      all.clear();
      total = 0;
    },
  };
}
