import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createCronScheduler } from '../../../../src/adapters/system/cron-scheduler.ts';
import { parseCronExpression } from '../../../../src/domain/schedule/cron-expression.ts';
import type { ScheduledTask } from '../../../../src/ports/scheduler.ts';

const second = 1_000;
const minute = 60_000;
const hour = 60 * minute;

const berlin = createCronScheduler();

/** Starts a task, which loads the package cron first. */
async function started(task: ScheduledTask<unknown>): Promise<void> {
  task.start();
  await vi.dynamicImportSettled();
}

describe('a scheduled task', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-11-24T05:00:30Z') });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A task of every minute that counts its runs, each of which takes this long. */
  function countingTask(duration: number, expression = '0 * * * * ?') {
    const counts = { runs: 0, parallel: 0, most: 0, done: 0 };
    const errors: unknown[] = [];
    const work = async (): Promise<number> => {
      counts.runs += 1;
      counts.parallel += 1;
      counts.most = Math.max(counts.most, counts.parallel);
      await new Promise((resolve) => setTimeout(resolve, duration));
      counts.parallel -= 1;
      return counts.runs;
    };
    const task = berlin.schedule(work, {
      when: parseCronExpression(expression),
      done: () => {
        counts.done += 1;
      },
      failed: (error) => errors.push(error),
    });
    return { task, counts, errors };
  }

  test('runs at its times without anyone who asks for its results, too', async () => {
    let runs = 0;
    const work = async (): Promise<void> => {
      runs += 1;
    };
    const task = berlin.schedule(work, { when: parseCronExpression('0 * * * * ?'), failed: () => undefined });
    await started(task);
    await vi.advanceTimersByTimeAsync(3 * minute);
    expect(runs).toBe(3);
    await task.stop();
  });

  test('runs at each time from `start` to `stop`, even if it is started twice', async () => {
    const { task, counts } = countingTask(0);
    await vi.advanceTimersByTimeAsync(10 * minute);
    expect(counts.runs).toBe(0);
    await started(task);
    await started(task);
    await vi.advanceTimersByTimeAsync(10 * minute);
    expect(counts).toMatchObject({ runs: 10, done: 10 });
    await task.stop();
    await started(task);
    await vi.advanceTimersByTimeAsync(10 * minute);
    expect(counts.runs).toBe(10);
    expect(task.stopped).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('that takes three periods never runs twice at a time, and skips the times between', async () => {
    const { task, counts } = countingTask(3 * minute - 1);
    await started(task);
    await vi.advanceTimersByTimeAsync(30 * minute);
    expect(counts).toMatchObject({ runs: 10, most: 1 });
    void vi.advanceTimersByTimeAsync(3 * minute);
    await task.stop();
  });

  test('`once` during a run resolves to the result of that run', async () => {
    const { task, counts } = countingTask(minute);
    const results = Promise.all([task.once(), task.once()]);
    await vi.advanceTimersByTimeAsync(minute);
    expect(await results).toEqual([1, 1]);
    expect(counts).toMatchObject({ runs: 1, done: 0 });
    await task.stop();
    await expect(task.once()).rejects.toThrow('was stopped');
  });

  test('continues after a failed run, and after a failed report', async () => {
    let runs = 0;
    const errors: unknown[] = [];
    const work = async (): Promise<void> => {
      runs += 1;
      if (runs === 1) throw new Error('first');
    };
    const failingReport = (): void => {
      if (runs === 2) throw new Error('report');
    };
    const when = parseCronExpression('0 * * * * ?');
    const task = berlin.schedule(work, { when, done: failingReport, failed: (error) => errors.push(error) });
    await started(task);
    await vi.advanceTimersByTimeAsync(3 * minute);
    expect(runs).toBe(3);
    expect(errors).toEqual([new Error('first'), new Error('report')]);
    await task.stop();
  });

  test('`stop` waits for the run in progress', async () => {
    const { task, counts } = countingTask(minute);
    await started(task);
    await vi.advanceTimersByTimeAsync(40 * second);
    expect(counts).toMatchObject({ runs: 1, done: 0 });
    const stopped = task.stop();
    await vi.advanceTimersByTimeAsync(minute);
    await stopped;
    expect(counts.done).toBe(1);
  });

  test.each([
    ['an hour back', -hour],
    ['an hour ahead', hour],
    ['ten days back', -240 * hour],
    ['ten days ahead', 240 * hour],
  ])('goes on when the clock is set %s', async (_, change) => {
    const { task, counts } = countingTask(0);
    await started(task);
    await vi.advanceTimersByTimeAsync(minute);
    vi.setSystemTime(Date.now() + change);
    await vi.advanceTimersByTimeAsync(10 * minute);
    expect(counts.runs).toBeGreaterThanOrEqual(10);
    expect(counts.runs).toBeLessThanOrEqual(12);
    await task.stop();
  });

  test.each(['2027-03-28T00:00:30Z', '2026-10-25T00:00:30Z'])(
    'runs once a day and every minute when the clock changes after %s',
    async (start) => {
      vi.setSystemTime(new Date(start));
      const [daily, often] = [countingTask(0, '0 30 2 * * ?'), countingTask(0)];
      await started(daily.task);
      await started(often.task);
      await vi.advanceTimersByTimeAsync(4 * hour);
      expect(daily.counts.runs).toBe(1);
      // The hour that the clock repeats has no runs the second time.
      expect(often.counts.runs).toBeGreaterThanOrEqual(3 * 60);
      expect(often.counts.runs).toBeLessThanOrEqual(4 * 60);
      await Promise.all([daily.task.stop(), often.task.stop()]);
    },
    20_000,
  );

  test('waits longer than a timer can', async () => {
    const { task, counts } = countingTask(0, '0 0 0 1 JAN ?');
    await started(task);
    await vi.advanceTimersByTimeAsync(30 * 24 * hour);
    expect(counts.runs).toBe(0);
    await vi.advanceTimersByTimeAsync(10 * 24 * hour);
    expect(counts.runs).toBe(1);
    await task.stop();
  });
});
