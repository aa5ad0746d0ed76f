/** Values that were made or asked for lately. */
export interface LatelyUsed<V> {
  get(key: string): V | undefined;
  /** `weight`: what the value counts of all that may be kept; 1 where values are just counted. */
  set(key: string, value: V, weight?: number): void;
  drop(key: string): void;
  clear(): void;
}

interface Kept<V> {
  readonly value: V;
  readonly weight: number;
}

/**
 * Keeps at least half the weight that it may hold at most, of what was asked for last; in two generations: what is not
 * asked for while the young one fills is forgotten with the old one. Keeping an exact order of use would cost more:
 * deleting and setting a key of a large Map takes microseconds.
 */
export function createLatelyUsed<V>(most: number): LatelyUsed<V> {
  let young = new Map<string, Kept<V>>();
  let old = new Map<string, Kept<V>>();
  let youngWeight = 0;

  const keep = (key: string, kept: Kept<V>): void => {
    youngWeight -= young.get(key)?.weight ?? 0;
    if (youngWeight + kept.weight > most / 2) {
      old = young;
      young = new Map();
      youngWeight = 0;
    }
    young.set(key, kept);
    youngWeight += kept.weight;
  };

  return {
    get(key) {
      const found = young.get(key);
      if (found !== undefined) return found.value;
      const aged = old.get(key);
      if (aged !== undefined) keep(key, aged);
      return aged?.value;
    },
    set(key, value, weight = 1) {
      keep(key, { value, weight });
    },
    drop(key) {
      youngWeight -= young.get(key)?.weight ?? 0;
      young.delete(key);
      old.delete(key);
    },
    clear() {
      young = new Map();
      old = new Map();
      youngWeight = 0;
    },
  };
}
