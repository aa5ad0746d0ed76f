import { expect, test } from 'vitest';
import { cacheLast } from '../../../../src/base/caching/cache-last.ts';

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
