import { RepositoryError } from '../../base/errors.ts';

/**
 * Runs the work as soon as fewer than the allowed number of others run; those who wait go in the order they came. Where
 * more than `mostWaiting` wait already (any number, unless told), rejects with `RepositoryError('Unavailable')` at once.
 */
export type Limited = <T>(work: () => Promise<T>, mostWaiting?: number) => Promise<T>;

const tooMany = (): RepositoryError =>
  new RepositoryError('Unavailable', 'Too many sign-ins are being checked just now. Try again in some seconds.', {
    details: { retryAfter: 3 },
  });

/** Lets at most `width` pieces of work run at a time. */
export function createLimit(width: number): Limited {
  let running = 0;
  const waiting: (() => void)[] = [];
  const enter = async () => {
    if (running < width) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  // The place is handed over, not freed: whoever comes meanwhile cannot get ahead of those who wait.
  const leave = () => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  };
  return async (work, mostWaiting = Number.POSITIVE_INFINITY) => {
    if (running >= width && waiting.length >= mostWaiting) throw tooMany();
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
