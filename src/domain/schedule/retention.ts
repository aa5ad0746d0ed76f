/** How many days and weeks keep a backup. */
export interface Retention {
  readonly daily: number;
  readonly weekly: number;
}

const day = 86_400_000;

/** The days since 1970, and the weeks, which begin on Mondays, in UTC. */
const dayOf = (at: Date): number => Math.floor(at.getTime() / day);
const weekOf = (at: Date): number => Math.floor((dayOf(at) + 3) / 7);

/** The newest item of each of the last `count` periods that have any. `items` begin with the newest. */
function newestOfEach<T>(items: readonly T[], count: number, periodOf: (item: T) => number): readonly T[] {
  const newest = new Map<number, T>();
  for (const item of items) if (!newest.has(periodOf(item))) newest.set(periodOf(item), item);
  return [...newest.values()].slice(0, count);
}

/**
 * The items to delete: all but the newest of each of the last `daily` days and of each of the last `weekly` weeks that have any. The
 * newest one always stays.
 */
export function expiredItems<T extends { readonly at: Date }>(items: readonly T[], { daily, weekly }: Retention): T[] {
  const newestFirst = items.toSorted((a, b) => b.at.getTime() - a.at.getTime());
  const kept = new Set([
    ...newestFirst.slice(0, 1),
    ...newestOfEach(newestFirst, daily, ({ at }) => dayOf(at)),
    ...newestOfEach(newestFirst, weekly, ({ at }) => weekOf(at)),
  ]);
  return newestFirst.filter((item) => !kept.has(item));
}
