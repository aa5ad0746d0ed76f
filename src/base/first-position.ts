/**
 * Binary search: the first position from `from` on, but before `end`, for which the predicate holds. It must hold for all later
 * ones, too. Returns `end` if there is none.
 */
export function firstPosition(from: number, end: number, holds: (position: number) => boolean): number {
  let [low, high] = [from, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
