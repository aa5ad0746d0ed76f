import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { withinTime } from '../../../../src/api/response/time-limit.ts';
import { operations } from '../../../../src/contract/index.ts';

const late = async (milliseconds: number): Promise<string> => {
  await pause(milliseconds);
  return 'done';
};

test.each(['getNode', 'searchBySet'] as const)('%s, which only reads, is given up after its time', async (name) => {
  await expect(withinTime(operations[name], 20, late(2_000))).rejects.toMatchObject({ code: 'Unavailable' });
  await expect(withinTime(operations[name], 2_000, late(1))).resolves.toBe('done');
});

test('a failure stays the failure that it is', async () => {
  const failure = new Error('The disk is broken.');
  await expect(withinTime(operations.getNode, 2_000, Promise.reject(failure))).rejects.toBe(failure);
});

test('a change takes as long as it takes', async () => {
  await expect(withinTime(operations.deleteNode, 5, late(50))).resolves.toBe('done');
});
