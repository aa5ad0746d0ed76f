/** Which part of a list is wanted: `skip` entries are left out, then at most `limit` are given. */
export interface PageRequest {
  readonly skip: number;
  readonly limit: number;
}

/** A part of a list. `total` counts all that the caller may see, not just this part. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly total: number;
  readonly skip: number;
}

/** A list whose entries are read one after the other, as they may be large. */
export interface Reading<T> {
  /** Of the whole list. */
  readonly total: number;
  /** Those behind the ones that are skipped; undefined in the place of one that is gone by now. */
  readonly entries: AsyncIterable<T | undefined>;
}

/** Reads what is behind `skip` of the things with these keys. */
export function readingOf<K, T>(
  keys: readonly K[],
  skip: number,
  read: (key: K) => Promise<T | undefined>,
): Reading<T> {
  const entries = async function* (): AsyncGenerator<T | undefined> {
    for (const key of keys.slice(skip)) yield await read(key);
  };
  return { total: keys.length, entries: entries() };
}

/** Takes the wanted part out of a whole list. */
export function pageOf<T>(all: readonly T[], request: PageRequest): Page<T> {
  return { items: all.slice(request.skip, request.skip + request.limit), total: all.length, skip: request.skip };
}
