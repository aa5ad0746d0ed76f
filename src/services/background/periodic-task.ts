/** A task that runs in the background at regular intervals. */
export interface PeriodicTask<T> {
  /** Runs the task from now on until it is stopped. */
  start(): void;
  /** Runs the task now. If a run is in progress, resolves to its result. */
  once(): Promise<T>;
  /** Waits for the end of a run in progress. The run can check `stopped` to end early. */
  stop(): Promise<void>;
  readonly stopped: boolean;
}

/** Pauses are in milliseconds. After a failed run, `failed` is called and the task continues with the next run. */
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

  const schedule = (milliseconds: number): void => {
    timer = setTimeout(() => {
      once()
        .then((result) => how.done?.(result))
        .catch(how.failed)
        .finally(() => {
          if (!stopped) schedule(how.pause);
        });
    }, milliseconds);
    timer.unref();
  };

  return {
    start: () => schedule(how.firstPause),
    once,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      // The caller of `once` or `failed` gets the error.
      await running?.catch(() => undefined);
    },
    get stopped() {
      return stopped;
    },
  };
}
