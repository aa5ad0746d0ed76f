const pageSize = 500;

/** One page of a list: its entries, and the number of entries in the whole list. */
export interface Page<T> {
  readonly entries: readonly T[];
  readonly total: number;
}

/** All entries of a paged list. Reads one page after the other. */
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

/** A response to a call without page sizes. `pagination` is set if the response contains only a part of the list. */
export interface PartOfList<T> {
  readonly entries: readonly T[];
  readonly pagination?: { readonly total: number; readonly from: number; readonly count: number } | undefined;
}

/** All entries of a list whose call has no page size. Repeats the call while responses contain only a part of the list. */
export async function* wholeList<T>(read: (skipCount: number) => Promise<PartOfList<T>>): AsyncGenerator<T> {
  let skipCount = 0;
  for (;;) {
    const { entries, pagination } = await read(skipCount);
    yield* entries;
    if (pagination === undefined || pagination.count === 0) return;
    skipCount = pagination.from + pagination.count;
  }
}
