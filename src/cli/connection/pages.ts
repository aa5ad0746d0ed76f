const pageSize = 500;

/** One page of a list: its entries, and how many there are in all. */
export interface Page<T> {
  readonly entries: readonly T[];
  readonly total: number;
}

/** All entries of a list that is answered in pages, which are asked for one after the other. */
export async function* pages<T>(
  read: (paging: { readonly maxItems: number; readonly skipCount: number }) => Promise<Page<T>>,
): AsyncGenerator<T> {
  let skipCount = 0;
  for (;;) {
    const { entries, total } = await read({ maxItems: pageSize, skipCount });
    yield* entries;
    skipCount += entries.length;
    if (entries.length === 0 || skipCount >= total) return;
  }
}

/** An answer with a list that is asked for as a whole: `pagination` where it ends early. */
export interface PartOfList<T> {
  readonly entries: readonly T[];
  readonly pagination?: { readonly total: number; readonly from: number; readonly count: number } | undefined;
}

/** All entries of a list that is asked for as a whole, however many answers it takes. */
export async function* wholeList<T>(read: (skipCount: number) => Promise<PartOfList<T>>): AsyncGenerator<T> {
  let skipCount = 0;
  for (;;) {
    const { entries, pagination } = await read(skipCount);
    yield* entries;
    if (pagination === undefined || pagination.count === 0) return;
    skipCount = pagination.from + pagination.count;
  }
}
