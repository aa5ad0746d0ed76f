/** Puts a value at the end of a map of at most `most` entries, where the one that was put longest ago makes room. */
export function cacheLast<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
  map.delete(key);
  const oldest = map.keys().next();
  if (map.size >= most && oldest.done !== true) map.delete(oldest.value);
  map.set(key, value);
}
