import { expect, test } from 'vitest';
import { allReady, isPromise, whenReady } from '../../../src/base/scheduling/maybe-promise.ts';

test('values at hand are not promises, also when they are passed on', () => {
  expect(allReady([1, 'a', undefined])).toEqual([1, 'a', undefined]);
  expect(whenReady(2, (value) => value + 1)).toBe(3);
});

test('one promise makes a promise of all values, in their order', async () => {
  const all = allReady([1, Promise.resolve('a'), undefined]);
  expect(isPromise(all)).toBe(true);
  expect(await all).toEqual([1, 'a', undefined]);
  expect(await whenReady(Promise.resolve(2), (value) => value + 1)).toBe(3);
});

test('a rejection is passed on, and what follows is not called', async () => {
  const failure = new Error('gone');
  await expect(allReady([1, Promise.reject(failure)])).rejects.toBe(failure);
  const next = () => {
    throw new Error('called');
  };
  await expect(whenReady(Promise.reject(failure) as Promise<number>, next)).rejects.toBe(failure);
});
