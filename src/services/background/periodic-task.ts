/** Work that comes round now and then, behind the answers. */
export interface PeriodicTask<T> {
  /** Does it from now on until it is stopped. */
  start(): void;
  /** Does it now. One round runs at a time; whoever comes while one is running gets its result. */
  once(): Promise<T>;
  /** Waits for the end of a running round, which may look at `stopped`. */
  stop(): Promise<void>;
  readonly stopped: boolean;
}

/** Times in milliseconds. A round that fails is told, and the next one comes all the same. */
export function createPeriodicTask<T>(
  work: () => Promise<T>,
  how: {
    readonly firstPause: number;
    readonly pause: number;
    readonly done?: (result: T) => void;
    readonly failed: (error: unknown) => void;
  },
): PeriodicTask<T> {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<T> | undefined;
  let stopped = false;

  const once = (): Promise<T> => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };

  const after = (milliseconds: number): void => {
    timer = setTimeout(() => {
      once()
        .then((result) => how.done?.(result))
        .catch(how.failed)
        .finally(() => {
          if (!stopped) after(how.pause);
        });
    }, milliseconds);
    timer.unref();
  };

  return {
    start: () => after(how.firstPause),
    once,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      // Whoever asked for the round was told.
      await running?.catch(() => undefined);
    },
    get stopped() {
      return stopped;
    },
  };
}
