import { expect, test } from 'vitest';
import { createMemoryPool } from '../../../../src/base/caching/memory-pool.ts';

test('a released block is used again', () => {
  const pool = createMemoryPool(64, 2);
  const block = pool.take();
  expect(block.byteLength).toBe(64);
  expect(pool.take()).not.toBe(block);
  pool.release(block);
  expect(pool.take()).toBe(block);
});

test('memory of another size, and more blocks than the maximum, are dropped', () => {
  const pool = createMemoryPool(64, 2);
  pool.release(new ArrayBuffer(32));
  pool.release(new ArrayBuffer(128));
  const blocks = [pool.take(), pool.take(), pool.take()];
  for (const block of blocks) pool.release(block);
  expect(blocks.map((block) => block.byteLength)).toEqual([64, 64, 64]);
  const again = [pool.take(), pool.take(), pool.take()];
  expect(again.filter((block) => blocks.includes(block))).toHaveLength(2);
});
