import { CronJob, CronTime } from 'cron';
import { ConfigurationError } from '../../base/errors/configuration-error.ts';
import type { CronExpression } from '../../domain/schedule/cron-expression.ts';
import type { ScheduledTask, Scheduler, TaskSchedule } from '../../ports/scheduler.ts';

export interface CronSchedulerOptions {
  /** A name of the IANA database. Default: `Europe/Berlin`. */
  readonly timeZone?: string;
}

const defaultTimeZone = 'Europe/Berlin';
const hour = 3_600_000;

function checkTimeZone(timeZone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
  } catch (error) {
    throw new ConfigurationError(
      `The time zone "${timeZone}" is unknown. Write a name of the IANA database, such as ${defaultTimeZone}.`,
      { cause: error },
    );
  }
}

/**
 * In the hour that the clock repeats in autumn, the package may find a time that is not after `from`. The same time on the clock comes
 * again an hour later.
 */
function nextRun(time: CronTime, from: Date, timeZone: string): Date {
  const next = time.getNextDateFrom(from, timeZone).toMillis();
  return new Date(next > from.getTime() ? next : next + hour);
}

function nextRuns({ expression }: CronExpression, count: number, from: Date, timeZone: string): Date[] {
  const time = new CronTime(expression, timeZone);
  const runs: Date[] = [];
  while (runs.length < count) runs.push(nextRun(time, runs.at(-1) ?? from, timeZone));
  return runs;
}

function scheduledTask<T>(work: () => Promise<T>, schedule: TaskSchedule<T>, timeZone: string): ScheduledTask<T> {
  let running: Promise<T> | undefined;
  let stopped = false;

  const once = async (): Promise<T> => {
    if (stopped) throw new Error('The scheduled task was stopped and runs no more.');
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };

  const job = CronJob.from({
    cronTime: schedule.when.expression,
    timeZone,
    onTick: async () => {
      // The caller of `once` gets the outcome of its run.
      if (running === undefined) schedule.done?.(await once());
    },
    errorHandler: schedule.failed,
    waitForCompletion: true,
    unrefTimeout: true,
  });

  return {
    start() {
      if (!stopped) job.start();
    },
    once,
    async stop() {
      stopped = true;
      // The package would look every 100 ms whether the run has ended.
      void job.stop();
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
  checkTimeZone(timeZone);
  return {
    schedule: (work, schedule) => scheduledTask(work, schedule, timeZone),
    nextRuns: (when, count, from) => nextRuns(when, count, from, timeZone),
  };
}
