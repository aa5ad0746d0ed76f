import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SortValue } from '../../../../src/domain/listing/sort-values.ts';
import { compareSortValues } from '../../../../src/services/nodes/child-order.ts';

const value: fc.Arbitrary<SortValue> = fc.oneof(
  fc.constantFrom(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, -0, undefined, '', '2', '10', 'ä', 'a'),
  fc.double({ noNaN: true }),
  fc.string({ maxLength: 5 }),
);

test('any two values have an order, which is the other way round for the two the other way round', () => {
  fc.assert(
    fc.property(value, value, fc.boolean(), (a, b, ascending) => {
      const order = compareSortValues(a, b, ascending);
      expect(Number.isNaN(order)).toBe(false);
      expect(Math.sign(order) + Math.sign(compareSortValues(b, a, ascending))).toBe(0);
      if (a !== undefined && b !== undefined)
        expect(Math.sign(order) + Math.sign(compareSortValues(a, b, !ascending))).toBe(0);
      else expect(order).toBe(compareSortValues(a, b, !ascending));
    }),
  );
});

test('what is before something is before all that comes behind that', () => {
  fc.assert(
    fc.property(value, value, value, (...values) => {
      const [a, b, c] = [...values].sort((one, other) => compareSortValues(one, other, true));
      expect(compareSortValues(a, b, true)).toBeLessThanOrEqual(0);
      expect(compareSortValues(b, c, true)).toBeLessThanOrEqual(0);
      expect(compareSortValues(a, c, true)).toBeLessThanOrEqual(0);
    }),
  );
});
