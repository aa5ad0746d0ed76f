import type { CronExpression } from '../domain/schedule/cron-expression.ts';

/** A task that runs at the times of a cron expression. Its runs never overlap: a time that comes during a run is skipped. */
export interface ScheduledTask<T> {
  /** Runs the task at each time until it is stopped. Does not keep the process alive. */
  start(): void;
  /** Runs the task now. If a run is in progress, resolves to its result. Rejects after `stop`. */
  once(): Promise<T>;
  /** Waits for the end of a run in progress. The run can check `stopped` to end early. A run must not wait for `stop`. */
  stop(): Promise<void>;
  readonly stopped: boolean;
}

export interface TaskSchedule<T> {
  readonly when: CronExpression;
  readonly done?: (result: T) => void;
  /** Called after a failed run. The schedule continues. */
  readonly failed: (error: unknown) => void;
}

/** Runs tasks at times of the clock of the operating system, in one time zone. */
export interface Scheduler {
  /** Starts nothing yet. */
  schedule<T>(work: () => Promise<T>, schedule: TaskSchedule<T>): ScheduledTask<T>;
  /** The next time after an instant. */
  nextAfter(when: CronExpression, from: Date): Promise<Date>;
}
