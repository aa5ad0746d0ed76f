import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createAnswerBudget } from '../../../../src/api/response/answer-budget.ts';

const page = 500_000;
const inFlight = 1_000_000;
/** In bytes: what is not counted of each answer. */
const uncounted = 64 * 1024;

describe('the room of one answer', () => {
  test('ends at its limit, and takes what must go in', () => {
    const budget = createAnswerBudget({ page, inFlight });
    const room = budget.open();
    expect([room.take(600_000, true), room.take(1)]).toEqual([true, false]);
    room.close();
    expect(budget.inFlight).toBe(0);
  });

  test('gives back what it took, once', () => {
    const budget = createAnswerBudget({ page, inFlight });
    const room = budget.open();
    room.take(400_000);
    room.close();
    room.close();
    expect(budget.inFlight).toBe(0);
  });
});

describe('the budget of all answers', () => {
  test('lets through whatever is alone, and then nothing large', () => {
    const budget = createAnswerBudget({ page: 10_000_000, inFlight });
    const alone = budget.open();
    expect(alone.take(5_000_000, true)).toBe(true);
    const other = budget.open();
    expect(() => other.take(200_000, true)).toThrowError(
      expect.objectContaining({ code: 'Unavailable', message: expect.stringMatching(/Try again/) as string }) as Error,
    );
    expect(other.take(50_000, true)).toBe(true);
    expect(other.take(50_000)).toBe(false);
    alone.close();
    expect(other.take(50_000)).toBe(true);
  });

  test('never counts more than it has, but for one that is alone, whatever comes and goes', () => {
    const step = fc.record({
      answer: fc.nat(9),
      bytes: fc.integer({ min: 0, max: 300_000 }),
      must: fc.boolean(),
      close: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const budget = createAnswerBudget({ page, inFlight });
        const rooms = Array.from({ length: 10 }, () => budget.open());
        for (const { answer, bytes, must, close } of steps) {
          const room = rooms[answer];
          if (room === undefined) continue;
          try {
            if (close) room.close();
            else room.take(bytes, must);
          } catch {
            // Refused.
          }
          expect(budget.inFlight).toBeGreaterThanOrEqual(0);
          expect(budget.inFlight).toBeLessThanOrEqual(inFlight);
        }
        for (const room of rooms) room.close();
        expect(budget.inFlight).toBe(0);
      }),
    );
  });

  test('counts finished answers until they are taken, but for the beginning of each', () => {
    const budget = createAnswerBudget({ page, inFlight });
    expect(budget.hold(uncounted)).toBeUndefined();
    const release = budget.hold(uncounted + inFlight);
    expect([budget.fits(uncounted), budget.fits(uncounted + 1)]).toEqual([true, false]);
    release?.();
    expect([budget.inFlight, budget.fits(10 * inFlight)]).toEqual([0, true]);
  });
});
