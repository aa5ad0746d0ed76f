/**
 * Runs the work as soon as fewer than the allowed number of others run; those who wait go in the order they came. Where
 * as many wait as may, rejects at once.
 */
export type Limited = <T>(work: () => Promise<T>) => Promise<T>;

export interface LimitOptions {
  /** So many pieces of work run at a time. */
  readonly atOnce: number;
  readonly mostWaiting: number;
  /** What whoever comes behind these is told. */
  readonly tooMany: () => Error;
}

/** Lets only some pieces of work run at a time, and only some wait for it. */
export function createLimit({ atOnce, mostWaiting, tooMany }: LimitOptions): Limited {
  let running = 0;
  const waiting: (() => void)[] = [];
  const enter = async () => {
    if (running < atOnce) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  // The place is handed over, not freed: whoever comes meanwhile cannot get ahead of those who wait.
  const leave = () => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  };
  return async (work) => {
    if (running >= atOnce && waiting.length >= mostWaiting) throw tooMany();
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
