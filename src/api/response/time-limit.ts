import { RepositoryError } from '../../base/errors/errors.ts';
import { isReading, type Operation } from '../../contract/operation.ts';

const tookTooLong = (limitMs: number): RepositoryError =>
  new RepositoryError(
    'Unavailable',
    `The response took longer than ${limitMs / 1_000} s. Try again in a few seconds, or request less at a time.`,
  );

/**
 * Settles like `work`, but rejects with `Unavailable` if a call that reads takes longer than `limitMs`. The work itself
 * goes on, and its result is discarded.
 */
export function withinTime<T>(operation: Operation, limitMs: number, work: Promise<T>): Promise<T> {
  // After a change, the client must learn its outcome.
  if (!isReading(operation)) return work;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(tookTooLong(limitMs)), limitMs).unref();
    const stopped =
      <V>(settle: (value: V) => void) =>
      (value: V): void => {
        clearTimeout(timer);
        settle(value);
      };
    work.then(stopped(resolve), stopped(reject));
  });
}
