/** A task that runs in the background, with a pause after each run. */
export interface PeriodicTask<T> {
  /** Runs the task repeatedly until it is stopped. */
  start(): void;
  /** Runs the task now. If a run is in progress, resolves to its result. */
  once(): Promise<T>;
  /** Runs the task now. If a run is in progress, runs it again after the end of that run, which may have read old data. */
  anew(): Promise<T>;
  /** Waits for the end of a run in progress. The run can check `stopped` to end early. */
  stop(): Promise<void>;
  readonly stopped: boolean;
}

/** Pauses are in milliseconds. */
interface Schedule<T> {
  readonly firstPause: number;
  readonly pause: number;
  readonly done?: (result: T) => void;
  /** Called after a failed run. The next run follows after the pause. */
  readonly failed: (error: unknown) => void;
}

export function createPeriodicTask<T>(work: () => Promise<T>, schedule: Schedule<T>): PeriodicTask<T> {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<T> | undefined;
  let stopped = false;

  const once = (): Promise<T> => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };

  const runAfter = (milliseconds: number): void => {
    timer = setTimeout(() => {
      once()
        .then(schedule.done)
        .catch(schedule.failed)
        .finally(() => {
          if (!stopped) runAfter(schedule.pause);
        });
    }, milliseconds);
    timer.unref();
  };

  return {
    start: () => runAfter(schedule.firstPause),
    once,
    async anew() {
      // The caller of `once` or `failed` gets the error.
      await running?.catch(() => undefined);
      return once();
    },
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
