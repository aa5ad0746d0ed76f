/** Values that were made or asked for lately. */
export interface LatelyUsed<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
}

/**
 * Keeps at least half as many values as it may hold at most, those asked for last; in two generations: what is not asked
 * for while the young one fills is forgotten with the old one.
 */
export function createLatelyUsed<V>(most: number): LatelyUsed<V> {
  let young = new Map<string, V>();
  let old = new Map<string, V>();

  const set = (key: string, value: V): void => {
    if (young.size >= most / 2 && !young.has(key)) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
  };

  return {
    get(key) {
      const found = young.get(key);
      if (found !== undefined) return found;
      const aged = old.get(key);
      if (aged !== undefined) set(key, aged);
      return aged;
    },
    set,
  };
}
