import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createCronScheduler } from '../../../../src/adapters/system/cron-scheduler.ts';
import { nextRuns } from '../../../../src/adapters/system/next-runs.ts';
import { ConfigurationError } from '../../../../src/base/errors/configuration-error.ts';
import { parseCronExpression } from '../../../../src/domain/schedule/cron-expression.ts';
import { propertyRuns } from '../../../support/run-scope.ts';

const second = 1_000;
const minute = 60_000;
const hour = 60 * minute;

const next = (expression: string, count: number, from: string): string[] =>
  nextRuns(parseCronExpression(expression), count, new Date(from)).map((date) => date.toISOString().slice(0, 19));

describe('the next runs', () => {
  test('are those of the time zone', () => {
    expect(next('0 0 3 * * ?', 2, '2026-11-24T05:00:00Z')).toEqual(['2026-11-25T02:00:00', '2026-11-26T02:00:00']);
    expect(next('0 0 3 ? * MON', 2, '2026-07-01T00:00:00Z')).toEqual(['2026-07-06T01:00:00', '2026-07-13T01:00:00']);
    expect(nextRuns(parseCronExpression('0 0 3 * * ?'), 1, new Date('2026-11-24T05:00:00Z'), 'UTC')).toEqual([
      new Date('2026-11-25T03:00:00Z'),
    ]);
  });

  test('begin after `from`, also in the middle of a second', () => {
    expect(next('0 * * * * ?', 1, '2026-11-24T05:00:00Z')).toEqual(['2026-11-24T05:01:00']);
    expect(next('0 * * * * ?', 1, '2026-11-24T05:00:59.999Z')).toEqual(['2026-11-24T05:01:00']);
  });

  test('find 29 February', () => {
    expect(next('0 0 0 29 2 ?', 1, '2026-11-24T05:00:00Z')).toEqual(['2028-02-28T23:00:00']);
  });

  test('are on either day if a crontab limits both', () => {
    const days = ['2026-12-01T02:00:00', '2026-12-07T02:00:00', '2026-12-14T02:00:00'];
    expect(next('0 3 1 * 1', 3, '2026-11-30T05:00:00Z')).toEqual(days);
  });

  // In the second half of each year, the package guesses another offset.
  test.each(['2026-01-15T00:00:00Z', '2026-07-15T00:00:00Z'])(
    'skip no day and repeat none when the clock changes; now: %s',
    (now) => {
      vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] });
      onTestFinished(() => void vi.useRealTimers());
      for (const time of ['0 0 2', '0 30 2', '0 59 2', '0 0 3', '0 30 1']) {
        for (const from of ['2026-03-27T12:00:00Z', '2026-10-23T12:00:00Z']) {
          const runs = next(`${time} * * ?`, 4, from).map((text) => new Date(`${text}Z`));
          const format = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Berlin', day: 'numeric' });
          const days = runs.map((date) => Number(format.format(date)));
          expect(days).toEqual(Array.from({ length: 4 }, (_, index) => (days[0] ?? 0) + index));
        }
      }
    },
  );

  test('of every minute ascend, and at most the repeated hour has none, when the clock changes', () => {
    for (const from of ['2026-03-28T23:30:00Z', '2026-10-24T23:30:00Z']) {
      const times = nextRuns(parseCronExpression('0 * * * * ?'), 200, new Date(from)).map((date) => date.getTime());
      const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
      expect(Math.min(...gaps)).toBe(minute);
      expect(Math.max(...gaps)).toBeLessThanOrEqual(hour + minute);
    }
  });

  test('equal those that a walk over all seconds finds', () => {
    const value = (min: number, max: number) => fc.integer({ min, max });
    const field = (min: number, max: number) =>
      fc.oneof(
        fc.constant({ text: '*', has: (_: number) => true }),
        value(min, max).map((one) => ({ text: `${one}`, has: (at: number) => at === one })),
        fc.tuple(value(min, max), value(min, max)).map(([first, last]) => ({
          text: `${first}-${last}`,
          has: (at: number) => (first <= last ? at >= first && at <= last : at >= first || at <= last),
        })),
        fc.tuple(value(min, max), value(1, 7)).map(([first, step]) => ({
          text: `${first}/${step}`,
          has: (at: number) => at >= first && (at - first) % step === 0,
        })),
        fc
          .array(value(min, max), { minLength: 1, maxLength: 4 })
          .map((all) => ({ text: all.join(','), has: (at: number) => all.includes(at) })),
      );
    const expressions = fc.tuple(field(0, 59), field(0, 59), field(0, 23), field(1, 7));
    const start = fc.integer({ min: Date.UTC(2026, 0, 1) / second, max: Date.UTC(2027, 11, 31) / second });
    fc.assert(
      fc.property(expressions, start, ([seconds, minutes, hours, weekdays], from) => {
        const text = `${seconds.text} ${minutes.text} ${hours.text} ? * ${weekdays.text}`;
        const [found] = nextRuns(parseCronExpression(text), 1, new Date(from * second), 'UTC');
        const fits = (date: Date): boolean =>
          weekdays.has(date.getUTCDay() + 1) && hours.has(date.getUTCHours()) && minutes.has(date.getUTCMinutes());
        // Whole minutes that do not fit need no look at their seconds.
        let walked = from + 1;
        for (;;) {
          const date = new Date(walked * second);
          if (!fits(date)) walked += 60 - date.getUTCSeconds();
          else if (seconds.has(date.getUTCSeconds())) break;
          else walked += 1;
        }
        expect(found?.getTime()).toBe(walked * second);
      }),
      { numRuns: propertyRuns(500) },
    );
  });
});

test('an unknown time zone is refused with an example', () => {
  expect(() => createCronScheduler({ timeZone: 'Europe/Bärlin' })).toThrow(ConfigurationError);
  expect(() => createCronScheduler({ timeZone: 'Europe/Bärlin' })).toThrow(/such as Europe\/Berlin/);
});
