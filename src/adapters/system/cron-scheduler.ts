import { CronTime } from 'cron';
import { ConfigurationError } from '../../base/errors/configuration-error.ts';
import type { CronExpression } from '../../domain/schedule/cron-expression.ts';
import type { ScheduledTask, Scheduler, TaskSchedule } from '../../ports/scheduler.ts';
import { createZoneClock, type ZoneClock } from './zone-clock.ts';

export interface CronSchedulerOptions {
  /** A name of the IANA database. Default: `Europe/Berlin`. */
  readonly timeZone?: string;
}

const defaultTimeZone = 'Europe/Berlin';

/** In milliseconds: changes of the clock are noticed after this time at the latest. */
const longestSleep = 3_600_000;

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
 * The next time after an instant, both in milliseconds. The package computes with the times that clocks show: its own conversion to
 * instants may return an earlier one in the hour that clocks repeat in autumn. That hour has no runs the second time.
 */
function nextRun({ expression }: CronExpression, from: number, clock: ZoneClock): number {
  const time = new CronTime(expression, 'UTC');
  let shown = clock.shownAt(from);
  let next: number;
  do {
    shown = time.getNextDateFrom(new Date(shown), 'UTC').toMillis();
    next = clock.instantOf(shown);
  } while (next <= from);
  return next;
}

function nextRuns(when: CronExpression, count: number, from: Date, clock: ZoneClock): Date[] {
  const runs: number[] = [];
  while (runs.length < count) runs.push(nextRun(when, runs.at(-1) ?? from.getTime(), clock));
  return runs.map((run) => new Date(run));
}

/**
 * Calls `onTime` at each time of the expression. `CronJob` of the package does not follow changes of the clock, and in the hour that the
 * clock repeats in autumn it may call back without a pause.
 */
function startTimer(when: CronExpression, clock: ZoneClock, onTime: () => void): { stop(): void } {
  let timer: NodeJS.Timeout;
  const wait = (next: number): void => {
    const wake = (): void => {
      const now = Date.now();
      const following = nextRun(when, now, clock);
      if (now >= next) onTime();
      // An earlier time than the one waited for comes if the clock was set back.
      wait(now >= next ? following : Math.min(next, following));
    };
    timer = setTimeout(wake, Math.min(next - Date.now(), longestSleep)).unref();
  };
  wait(nextRun(when, Date.now(), clock));
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
      schedule.done?.(await once());
    } catch (error) {
      schedule.failed(error);
    }
  };

  return {
    start() {
      if (!stopped) timer ??= startTimer(schedule.when, clock, () => void runUnlessRunning());
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
    nextRuns: (when, count, from) => nextRuns(when, count, from, clock),
  };
}
