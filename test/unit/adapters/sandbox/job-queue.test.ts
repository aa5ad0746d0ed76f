import { expect, test } from 'vitest';
import { createJobQueue } from '../../../../src/adapters/sandbox/job-queue.ts';

test('urgent jobs go first, and owners of equal rank take turns', async () => {
  const queue = createJobQueue();
  const order: string[] = [];
  const add = (rank: number, owner: string, name: string): Promise<void> =>
    queue.add({ rank, owner }, async () => void order.push(name));
  await Promise.all([
    add(2, 'bert', 'b0'),
    ...[1, 2, 3].map((number) => add(2, 'bert', `b${number}`)),
    ...[1, 2].map((number) => add(2, 'anna', `a${number}`)),
    add(0, 'bert', 'urgent b1'),
    add(0, 'bert', 'urgent b2'),
    add(0, 'carla', 'urgent c'),
  ]);
  expect(order).toEqual(['b0', 'urgent b1', 'urgent c', 'urgent b2', 'b1', 'a1', 'b2', 'a2', 'b3']);
});

test('a job that fails keeps no other from running, and closing refuses what waits', async () => {
  const queue = createJobQueue();
  const place = { rank: 0, owner: '' };
  const failing = queue.add(place, () => Promise.reject(new Error('broken')));
  const next = queue.add(place, async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
  const running = queue.add(place, async () => 'ends');
  const waiting = queue.add(place, async () => 'never');
  queue.close(new Error('closed'));
  expect(await running).toBe('ends');
  await expect(waiting).rejects.toThrow('closed');
  await expect(queue.add(place, async () => 'late')).rejects.toThrow('closed');
});
