import { expect, test } from 'vitest';
import { createTaskScheduler } from '../../../../src/adapters/search/task-scheduler.ts';
import type { CooperativeTask } from '../../../../src/base/scheduling/cooperative-task.ts';

const busyFor = (milliseconds: number): void => {
  for (const end = performance.now() + milliseconds; performance.now() < end; );
};

/** Work of so many pieces of three milliseconds each; `seen` is told when each of them begins. */
function* work(pieces: number, seen: () => void): CooperativeTask<string> {
  for (let piece = 0; piece < pieces; piece += 1) {
    seen();
    busyFor(3);
    yield;
  }
  return 'done';
}

function* shortWork(): CooperativeTask<string> {
  yield;
  return 'done';
}

test('short work is done in one go', async () => {
  let turns = 0;
  const counting = setImmediate(() => {
    turns += 1;
  });
  expect(await createTaskScheduler()(shortWork())).toBe('done');
  expect(turns).toBe(0);
  clearImmediate(counting);
});

test('of several long works one goes on in each turn', async () => {
  const runTask = createTaskScheduler();
  let turn = 0;
  let ended = false;
  const count = (): void => {
    turn += 1;
    if (!ended) setImmediate(count);
  };
  const turns = new Map<number, Set<number>>();
  const noteFor = (name: number) => (): void => {
    turns.set(turn, (turns.get(turn) ?? new Set()).add(name));
  };
  setImmediate(count);
  const all = [0, 1, 2].map((name) => runTask(work(10, noteFor(name))));
  expect(await Promise.all(all)).toEqual(['done', 'done', 'done']);
  ended = true;
  // The first slices begin where the works do.
  const later = [...turns].filter(([number]) => number > 0);
  expect(later.length).toBeGreaterThan(6);
  for (const [, names] of later) expect(names.size).toBe(1);
});

test('what a work throws is handed on, and others go on', async () => {
  const runTask = createTaskScheduler();
  const failing = function* (): CooperativeTask<never> {
    busyFor(6);
    yield;
    throw new Error('no more');
  };
  const [failed, done] = [runTask(failing()), runTask(shortWork())];
  await expect(failed).rejects.toThrow('no more');
  expect(await done).toBe('done');
});

test('beyond a few, a work begins when another one is done, in the order in which they came', async () => {
  const runTask = createTaskScheduler();
  let begun = 0;
  let most = 0;
  const order: number[] = [];
  const counted = function* (name: number): CooperativeTask<void> {
    order.push(name);
    begun += 1;
    most = Math.max(most, begun);
    for (let piece = 0; piece < 3; piece += 1) {
      busyFor(3);
      yield;
    }
    begun -= 1;
    if (name % 5 === 4) throw new Error('no more');
  };
  const names = Array.from({ length: 20 }, (_, name) => name);
  const settled = await Promise.allSettled(names.map((name) => runTask(counted(name))));
  expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(4);
  expect(most).toBe(4);
  expect(order).toEqual(names);
});
