/** Draws a place from 0 up to `size`, each as often as its rank to the power of `exponent` says: place 0 most often. */
export function createZipf(size: number, exponent: number, chance: () => number): () => number {
  const sums = new Float64Array(size);
  let total = 0;
  for (let at = 0; at < size; at += 1) {
    total += (at + 1) ** -exponent;
    sums[at] = total;
  }
  return () => {
    const sought = chance() * total;
    let [low, high] = [0, size - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sums[middle] ?? total) > sought) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
