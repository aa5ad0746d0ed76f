/** Puts a value at the end of a map of at most `maxEntries` entries. The oldest entry is removed if there is no room. */
export function cacheLast<K, V>(map: Map<K, V>, key: K, value: V, maxEntries: number): void {
  map.delete(key);
  const oldest = map.keys().next();
  if (map.size >= maxEntries && oldest.done !== true) map.delete(oldest.value);
  map.set(key, value);
}
