import { expect, test } from 'vitest';
import { cacheLast } from '../../../../src/base/caching/cache-last.ts';
import { createLruCache } from '../../../../src/base/caching/lru-cache.ts';

test('what is asked for again and again stays, however much comes by; what is not goes', () => {
  const values = createLruCache<number>(10);
  values.set('asked for', 0);
  values.set('forgotten', 0);
  for (let n = 1; n <= 100; n += 1) {
    values.set(`number ${n}`, n);
    expect(values.get('asked for')).toBe(0);
  }
  expect(values.get('forgotten')).toBeUndefined();
  expect(values.get('number 100')).toBe(100);
});

test('values count by their weight, a replaced one once', () => {
  const values = createLruCache<string>(100);
  values.set('light', 'stays', 1);
  for (let n = 0; n < 100; n += 1) values.set('heavy', `version ${n}`, 40);
  expect([values.get('light'), values.get('heavy')]).toEqual(['stays', 'version 99']);
  for (let n = 0; n < 3; n += 1) values.set(`other ${n}`, '', 40);
  expect([values.get('light'), values.get('heavy')]).toEqual([undefined, undefined]);
});

test('what is dropped is gone, and so is all that is cleared', () => {
  const values = createLruCache<number>(2);
  for (const name of ['a', 'b', 'b']) values.set(name, 1);
  for (const name of ['a', 'b']) values.drop(name);
  expect([values.get('a'), values.get('b')]).toEqual([undefined, undefined]);
  values.set('c', 1);
  values.clear();
  expect(values.get('c')).toBeUndefined();
});

test('a map keeps those that were put last', () => {
  const map = new Map<string, number>();
  for (const [name, value] of Object.entries({ a: 1, b: 2, c: 3 })) cacheLast(map, name, value, 3);
  cacheLast(map, 'a', 4, 3);
  cacheLast(map, 'd', 5, 3);
  expect([...map]).toEqual([
    ['c', 3],
    ['a', 4],
    ['d', 5],
  ]);
});
