/** Runs the work as soon as fewer than the allowed number of others run; those who wait go in the order they came. */
export type Limited = <T>(work: () => Promise<T>) => Promise<T>;

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
  return async (work) => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
