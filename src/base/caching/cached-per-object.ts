/** A function that computes the value of each object once, and caches it as long as the object lives. */
export function cachedPerObject<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const values = new WeakMap<Key, Value>();
  return (key) => {
    const cached = values.get(key);
    if (cached !== undefined) return cached;
    const value = compute(key);
    values.set(key, value);
    return value;
  };
}
