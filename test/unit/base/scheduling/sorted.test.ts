import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { edited, type Order, sortCooperatively } from '../../../../src/base/scheduling/cooperative-sort.ts';

interface Item {
  readonly value: number;
  readonly id: number;
}

const order: Order<Item> = (a, b) => a.value - b.value || a.id - b.id;
const items = (values: readonly number[], from = 0): Item[] => values.map((value, at) => ({ value, id: from + at }));

describe('sorting in steps', () => {
  test('gives what sorting at once gives', async () => {
    const values = fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 9_000, size: 'max' });
    await fc.assert(
      fc.asyncProperty(values, async (numbers) => {
        const all = items(numbers);
        expect(await sortCooperatively(all, order)).toEqual(all.toSorted(order));
      }),
      { numRuns: 20 },
    );
  });

  test('lets other work have its turn, and leaves what is sorted already without comparing it again', async () => {
    const all = items(Array.from({ length: 20_000 }, (_, at) => at));
    let turns = 0;
    let ended = false;
    const count = (): void => {
      turns += 1;
      if (!ended) setImmediate(count);
    };
    setImmediate(count);
    let compared = 0;
    const sorted = await sortCooperatively(all, (a, b) => {
      compared += 1;
      return order(a, b);
    });
    ended = true;
    expect(sorted).toEqual(all);
    expect(turns).toBeGreaterThanOrEqual(9);
    expect(compared).toBeLessThan(2 * all.length);
  });
});

describe('edits of a list in order', () => {
  test('give what sorting anew gives, and leave the list itself alone', () => {
    const number = fc.integer({ min: 0, max: 30 });
    fc.assert(
      fc.property(fc.array(number), fc.array(fc.nat(50)), fc.array(number), (numbers, leavers, comers) => {
        const before = items(numbers).sort(order);
        const leaving = [...new Set(leavers.map((at) => before[at]))].filter((item) => item !== undefined);
        const coming = items(comers, 1_000);
        const copy = [...before];
        const after = [...before.filter((item) => !leaving.includes(item)), ...coming].sort(order);
        expect(edited(before, { removed: leaving, added: coming }, order)).toEqual(after);
        expect(before).toEqual(copy);
      }),
    );
  });

  test('take out nothing that only stands where something else would', () => {
    const [one] = items([1]);
    const stranger = { value: 1, id: 0 };
    expect(edited(one === undefined ? [] : [one], { removed: [stranger], added: [] }, order)).toEqual([one]);
  });
});
