/** The requested part of a list: at most `limit` entries after the first `skip`. */
export interface PageRequest {
  readonly skip: number;
  readonly limit: number;
}

/** A part of a list. `total` counts all entries that the caller may see. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly total: number;
  readonly skip: number;
}

/** A list whose entries are read one at a time, because they may be large. */
export interface LazyList<T> {
  /** The length of the whole list. */
  readonly total: number;
  /** The entries after the skipped ones; undefined for an entry that was deleted in the meantime. */
  readonly entries: AsyncIterable<T | undefined>;
}

/** Reads the entries with these keys, without the first `skip`. */
export function lazyListOf<K, T>(
  keys: readonly K[],
  skip: number,
  read: (key: K) => Promise<T | undefined>,
): LazyList<T> {
  const entries = async function* (): AsyncGenerator<T | undefined> {
    for (const key of keys.slice(skip)) yield await read(key);
  };
  return { total: keys.length, entries: entries() };
}

/** The requested part of a whole list. */
export function pageOf<T>(all: readonly T[], request: PageRequest): Page<T> {
  return { items: all.slice(request.skip, request.skip + request.limit), total: all.length, skip: request.skip };
}
