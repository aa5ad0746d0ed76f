import { expect, test } from 'vitest';
import { filterInBatches, inBatches, withPauses } from '../../../../src/base/scheduling/batches.ts';

const numbers = Array.from({ length: 10_001 }, (_, at) => at);

/** How many turns other work had while this was done. */
async function turnsDuring(work: () => Promise<void>): Promise<number> {
  let turns = 0;
  let ended = false;
  const count = (): void => {
    turns += 1;
    if (!ended) setImmediate(count);
  };
  setImmediate(count);
  await work();
  ended = true;
  return turns;
}

test('pieces are together what was given, and nothing is no piece', async () => {
  const pieces: number[][] = [];
  for await (const piece of inBatches(numbers, 3_000)) pieces.push([...piece]);
  expect(pieces.map(({ length }) => length)).toEqual([3_000, 3_000, 3_000, 1_001]);
  expect(pieces.flat()).toEqual(numbers);
  for await (const _ of inBatches([])) expect.unreachable();
});

test('what is left is in its order, and other work had its turn', async () => {
  let even: number[] = [];
  const turns = await turnsDuring(async () => {
    even = await filterInBatches(numbers, (value) => value % 2 === 0);
  });
  expect(even).toEqual(numbers.filter((value) => value % 2 === 0));
  expect(turns).toBeGreaterThanOrEqual(5);
});

test('values that come at once do not keep other work waiting', async () => {
  async function* source(): AsyncGenerator<number> {
    yield* numbers;
  }
  const seen: number[] = [];
  const turns = await turnsDuring(async () => {
    for await (const value of withPauses(source())) seen.push(value);
  });
  expect(seen).toEqual(numbers);
  expect(turns).toBeGreaterThanOrEqual(20);
});
