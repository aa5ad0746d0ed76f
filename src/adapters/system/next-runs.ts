import { CronTime } from 'cron';
import type { CronExpression } from '../../domain/schedule/cron-expression.ts';
import { createZoneClock, defaultTimeZone, type ZoneClock } from './zone-clock.ts';

/**
 * The next time after an instant, both in milliseconds. The package computes with the times that clocks show: its own conversion to
 * instants may return an earlier one in the hour that clocks repeat in autumn. That hour has no runs the second time.
 */
export function nextRun({ expression }: CronExpression, from: number, clock: ZoneClock): number {
  const time = new CronTime(expression, 'UTC');
  let shown = clock.shownAt(from);
  let next: number;
  do {
    shown = time.getNextDateFrom(new Date(shown), 'UTC').toMillis();
    next = clock.instantOf(shown);
  } while (next <= from);
  return next;
}

/** The next times after `from` in a time zone (a name of the IANA database), in ascending order. */
export function nextRuns(when: CronExpression, count: number, from: Date, timeZone = defaultTimeZone): Date[] {
  const clock = createZoneClock(timeZone);
  const runs: number[] = [];
  while (runs.length < count) runs.push(nextRun(when, runs.at(-1) ?? from.getTime(), clock));
  return runs.map((run) => new Date(run));
}
