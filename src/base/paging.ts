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

/** Takes the wanted part out of a whole list. */
export function pageOf<T>(all: readonly T[], request: PageRequest): Page<T> {
  return { items: all.slice(request.skip, request.skip + request.limit), total: all.length, skip: request.skip };
}
