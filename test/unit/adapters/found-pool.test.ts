import { expect, test } from 'vitest';
import { createScoredDocsPool, has, put } from '../../../src/adapters/search/segment/scored-docs.ts';

test('columns are lent again, empty, and many as long as they are small', () => {
  const pool = createScoredDocsPool();
  const lent = Array.from({ length: 40 }, () => pool.acquire(1_000));
  for (const found of lent) put(found, 7, 1);
  for (const found of lent) pool.release(found);
  const again = Array.from({ length: 40 }, () => pool.acquire(900));
  expect(new Set(again)).toEqual(new Set(lent));
  for (const found of again) {
    expect(found.count).toBe(0);
    expect(has(found, 7)).toBe(false);
  }
});

test('of large columns a few are kept', () => {
  const pool = createScoredDocsPool();
  const lent = Array.from({ length: 10 }, () => pool.acquire(1_000_000));
  for (const found of lent) pool.release(found);
  const again = Array.from({ length: 10 }, () => pool.acquire(1_000_000));
  expect(again.filter((found) => lent.includes(found))).toHaveLength(6);
});
