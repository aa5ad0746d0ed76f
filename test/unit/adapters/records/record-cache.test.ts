import { expect, test } from 'vitest';
import { createRecordCache } from '../../../../src/adapters/records/record-cache.ts';

const large = 1_000_000;

test('a record is kept when it is read again', () => {
  const cache = createRecordCache(large);
  cache.put('nodes!a', 'first', 10);
  expect(cache.get('nodes!a')).toBeUndefined();
  cache.put('nodes!a', 'again', 10);
  expect(cache.get('nodes!a')).toBe('again');
  cache.drop(['nodes!a']);
  expect(cache.get('nodes!a')).toBeUndefined();
});

test('records that are read once each are not kept', () => {
  const cache = createRecordCache(large);
  const keys = Array.from({ length: 20_000 }, (_, at) => `nodes!${at}`);
  for (const key of keys) cache.put(key, key, 10);
  expect(keys.filter((key) => cache.get(key) !== undefined)).toEqual([]);
});

test('what is kept is what was put under the same key', () => {
  const cache = createRecordCache(large);
  const keys = Array.from({ length: 3_000 }, (_, at) => `nodes!${at}`);
  for (const key of [...keys, ...keys]) {
    cache.put(key, key, 10);
    cache.put(key, key, 10);
  }
  for (const key of keys) expect(cache.get(key)).toBe(key);
});

test('records that are read in turns are kept, whatever slots their keys share', () => {
  const cache = createRecordCache(large);
  // With single slots, the keys of about five of these pairs would share one.
  const pairs = Array.from({ length: 20_000 }, (_, at) => [`nodes!${at}`, `nodes!${at}-other`] as const);
  for (const pair of pairs) for (const key of [...pair, ...pair]) cache.put(key, key, 10);
  expect(pairs.flat().filter((key) => cache.get(key) !== key)).toEqual([]);
});
