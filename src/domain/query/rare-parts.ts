/** A part is rare if it has at most this many times as many hits as the one with the fewest … */
const nearFewest = 3;
/** … and the one with the most has at least this many times as many. */
const farFromMost = 4;

/**
 * Which parts of a relaxed `minimumShouldMatch` are rare, by the number of hits of each part that the caller sees. A part without
 * hits is not.
 */
export function rareParts(counts: readonly number[]): boolean[] {
  const found = counts.filter((count) => count > 0);
  const limit = Math.min(nearFewest * Math.min(...found), Math.max(...found) / farFromMost);
  return counts.map((count) => count > 0 && count <= limit);
}
