import { ConfigurationError } from '../../base/errors/configuration-error.ts';
import type { ScheduledTask, Scheduler, TaskSchedule } from '../../ports/scheduler.ts';
import { createZoneClock, defaultTimeZone, type ZoneClock } from './zone-clock.ts';

export interface CronSchedulerOptions {
  /** A name of the IANA database. Default: `Europe/Berlin`. */
  readonly timeZone?: string;
}

/** In milliseconds: changes of the clock are noticed after this time at the latest. */
const maxSleepMs = 3_600_000;

function zoneClockOf(timeZone: string): ZoneClock {
  try {
    return createZoneClock(timeZone);
  } catch (error) {
    throw new ConfigurationError(
      `The time zone "${timeZone}" is unknown. Write a name of the IANA database, such as ${defaultTimeZone}.`,
      { cause: error },
    );
  }
}

/**
 * Calls `onTime` at each time of the expression. `CronJob` of the package does not follow changes of the clock, and in the hour that the
 * clock repeats in autumn it may call back without a pause.
 */
function startTimer(nextAfter: (from: number) => number, onTime: () => void): { stop(): void } {
  let timer: NodeJS.Timeout;
  const wait = (next: number): void => {
    const wake = (): void => {
      const now = Date.now();
      const following = nextAfter(now);
      if (now >= next) onTime();
      // An earlier time than the one waited for comes if the clock was set back.
      wait(now >= next ? following : Math.min(next, following));
    };
    timer = setTimeout(wake, Math.min(next - Date.now(), maxSleepMs)).unref();
  };
  wait(nextAfter(Date.now()));
  return { stop: () => clearTimeout(timer) };
}

function scheduledTask<T>(work: () => Promise<T>, schedule: TaskSchedule<T>, clock: ZoneClock): ScheduledTask<T> {
  let timer: { stop(): void } | undefined;
  let running: Promise<T> | undefined;
  let stopped = false;

  const once = async (): Promise<T> => {
    if (stopped) throw new Error('The scheduled task was stopped and runs no more.');
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };

  const runUnlessRunning = async (): Promise<void> => {
    // The caller of `once` gets the outcome of its run.
    if (running !== undefined) return;
    try {
      // Not in one line: without `done`, the argument would not be evaluated.
      const result = await once();
      schedule.done?.(result);
    } catch (error) {
      schedule.failed(error);
    }
  };

  return {
    start() {
      // The server loads the package only if it has a schedule.
      void import('./next-runs.ts').then(({ nextRun }) => {
        const nextAfter = (from: number): number => nextRun(schedule.when, from, clock);
        if (!stopped) timer ??= startTimer(nextAfter, () => void runUnlessRunning());
      }, schedule.failed);
    },
    once,
    async stop() {
      stopped = true;
      timer?.stop();
      // The caller of `once` or `failed` gets the error.
      await running?.catch(() => undefined);
    },
    get stopped() {
      return stopped;
    },
  };
}

/** Throws `ConfigurationError` if the time zone is unknown. */
export function createCronScheduler({ timeZone = defaultTimeZone }: CronSchedulerOptions = {}): Scheduler {
  const clock = zoneClockOf(timeZone);
  return {
    schedule: (work, schedule) => scheduledTask(work, schedule, clock),
    async nextAfter(when, from) {
      const { nextRun } = await import('./next-runs.ts');
      return new Date(nextRun(when, from.getTime(), clock));
    },
  };
}
