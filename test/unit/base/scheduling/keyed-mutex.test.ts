import { expect, test } from 'vitest';
import { createKeyedMutex } from '../../../../src/base/scheduling/keyed-mutex.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('work for one key runs one after the other, whatever becomes of it; other keys do not wait', async () => {
  const inTurn = createKeyedMutex();
  const events: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const first = inTurn('a', async () => {
    events.push('a1 begins');
    await held;
    events.push('a1 fails');
    throw new Error('a1');
  });
  const second = inTurn('a', async () => {
    events.push('a2');
    return 'second';
  });
  await inTurn('b', async () => events.push('b'));
  await settled();
  expect(events).toEqual(['a1 begins', 'b']);
  release();
  await expect(first).rejects.toThrow('a1');
  expect(await second).toBe('second');
  expect(events).toEqual(['a1 begins', 'b', 'a1 fails', 'a2']);
  expect(await inTurn('a', async () => 'third')).toBe('third');
});
