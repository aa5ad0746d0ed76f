import { expect, test } from 'vitest';
import { createPeriodicTask } from '../../../../src/services/background/periodic-task.ts';

/** A task whose runs read the queue when they begin, and end when they are told to. */
function queueReader() {
  const queue: string[] = [];
  const runs: { readonly read: string; readonly end: () => void }[] = [];
  const work = (): Promise<string> =>
    new Promise((resolve) => {
      const read = queue.join();
      runs.push({ read, end: () => resolve(read) });
    });
  const task = createPeriodicTask(work, { firstPause: 60_000, pause: 60_000, failed: () => undefined });
  return { queue, runs, task };
}

test('a run anew reads what came during the run in progress, and all who ask meanwhile share it', async () => {
  const { queue, runs, task } = queueReader();
  const first = task.once();
  queue.push('a');
  const anew = [task.anew(), task.anew()];
  runs[0]?.end();
  await expect.poll(() => runs.length).toBe(2);
  runs[1]?.end();
  expect(await Promise.all([first, ...anew])).toEqual(['', 'a', 'a']);
  expect(runs).toHaveLength(2);
});

test('a run anew begins at once where none is in progress, and after one that failed', async () => {
  let runs = 0;
  const work = async (): Promise<number> => {
    runs += 1;
    if (runs === 1) throw new Error('The first run failed.');
    return runs;
  };
  const task = createPeriodicTask(work, { firstPause: 60_000, pause: 60_000, failed: () => undefined });
  const failing = task.once();
  const anew = task.anew();
  await expect(failing).rejects.toThrow('The first run failed.');
  expect(await anew).toBe(2);
  expect(await task.anew()).toBe(3);
});
