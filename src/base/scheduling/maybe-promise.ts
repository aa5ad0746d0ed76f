/** A value that is at hand, or a promise of it. In long loops, an `await` costs more than most of what is awaited. */
export type MaybePromise<T> = T | Promise<T>;

export const isPromise = <T>(value: MaybePromise<T>): value is Promise<T> => value instanceof Promise;

/**
 * Passes a value to `next`: at once if it is at hand, otherwise when the promise resolves. Throws or rejects as `next` does, so the
 * result is for callers that await it.
 */
export const whenReady = <T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> =>
  isPromise(value) ? value.then(next) : next(value);

type Resolved<T extends readonly unknown[]> = { [K in keyof T]: Awaited<T[K]> };

/** Resolves all values like `Promise.all`. Returns no promise if none of the values is one. */
export const allReady = <const T extends readonly unknown[]>(values: T): MaybePromise<Resolved<T>> =>
  // Without promises, the values are the results.
  values.some(isPromise) ? Promise.all(values) : (values as Resolved<T>);
