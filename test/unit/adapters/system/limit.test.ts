import { describe, expect, test } from 'vitest';
import { createLimit } from '../../../../src/adapters/system/limit.ts';

/** Work that goes on until it is told to end, and says when it has begun. */
function createWork(name: string, begun: string[]) {
  let end = () => {};
  let fail = (_error: Error) => {};
  const ended = new Promise<string>((resolve, reject) => {
    end = () => resolve(name);
    fail = reject;
  });
  const run = () => {
    begun.push(name);
    return ended;
  };
  return { run, end: () => end(), fail: (error: Error) => fail(error) };
}

const limitOf = (maxRunning: number, maxWaiting = Number.POSITIVE_INFINITY) =>
  createLimit({ maxRunning, maxWaiting, tooMany: () => new Error('too many') });

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('A limit of two', () => {
  test('lets two run and the others wait in the order they came', async () => {
    const begun: string[] = [];
    const limited = limitOf(2);
    const works = ['a', 'b', 'c', 'd'].map((name) => createWork(name, begun));
    const results = works.map(({ run }) => limited(run));
    await settled();
    expect(begun).toEqual(['a', 'b']);
    works[1]?.end();
    await settled();
    expect(begun).toEqual(['a', 'b', 'c']);
    for (const { end } of works) end();
    expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd']);
  });

  test('gives the place on when work fails, at once or later', async () => {
    const limited = limitOf(2);
    const begun: string[] = [];
    const later = createWork('later', begun);
    const failing = limited(later.run);
    later.fail(new Error('later'));
    await expect(failing).rejects.toThrow('later');
    const throwing = () => {
      throw new Error('at once');
    };
    for (let round = 0; round < 5; round += 1) await expect(limited(throwing)).rejects.toThrow('at once');
    expect(await Promise.all([1, 2, 3].map((value) => limited(async () => value)))).toEqual([1, 2, 3]);
  });

  test('lets nobody who comes later in before those who wait', async () => {
    const begun: string[] = [];
    const limited = limitOf(1);
    const [first, second, third] = ['first', 'second', 'third'].map((name) => createWork(name, begun));
    if (first === undefined || second === undefined || third === undefined)
      throw new Error('Three names, three works.');
    const results = [limited(first.run), limited(second.run)];
    first.end();
    await results[0];
    results.push(limited(third.run));
    await settled();
    expect(begun).toEqual(['first', 'second']);
    second.end();
    third.end();
    await Promise.all(results);
    expect(begun).toEqual(['first', 'second', 'third']);
  });
});

test('Where as many wait as may, whoever comes is refused at once, and the others have their turn', async () => {
  const begun: string[] = [];
  const limited = limitOf(1, 2);
  const works = ['first', 'second', 'third'].map((name) => createWork(name, begun));
  const results = works.map(({ run }) => limited(run));
  await expect(limited(async () => begun.push('fourth'))).rejects.toThrow('too many');
  for (const { end } of works) end();
  await Promise.all(results);
  expect(begun).toEqual(['first', 'second', 'third']);
});
