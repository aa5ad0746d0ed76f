import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateMath } from '../../../../src/domain/query/date-math.ts';
import { propertyRuns } from '../../../support/run-scope.ts';

const now = Date.UTC(2024, 2, 31, 13, 45, 10, 7);

test.each([
  ['NOW', '2024-03-31T13:45:10.007Z'],
  ['NOW-1MONTH', '2024-02-29T13:45:10.007Z'],
  ['NOW+11MONTHS', '2025-02-28T13:45:10.007Z'],
  ['NOW-1MONTH-1YEAR', '2023-02-28T13:45:10.007Z'],
  ['NOW-31DAYS', '2024-02-29T13:45:10.007Z'],
  ['NOW-3DATES', '2024-03-28T13:45:10.007Z'],
  ['NOW/DAY', '2024-03-31T00:00:00.000Z'],
  ['NOW/DAY+8HOURS', '2024-03-31T08:00:00.000Z'],
  ['NOW/MONTH', '2024-03-01T00:00:00.000Z'],
  ['NOW/YEARS-1DAY', '2023-12-31T00:00:00.000Z'],
  ['NOW/HOUR/MINUTE', '2024-03-31T13:00:00.000Z'],
  ['NOW+90SECONDS', '2024-03-31T13:46:40.007Z'],
  ['NOW-7MILLIS', '2024-03-31T13:45:10.000Z'],
])('%s', (text, expected) => {
  expect(new Date(dateMath(text, now) ?? Number.NaN).toISOString()).toBe(expected);
});

test.each([
  '',
  'now',
  'NOW-',
  'NOW-7',
  'NOW-7WEEKS',
  'NOW 7DAYS',
  'NOW/',
  'NOW-1DAY-',
  'NOWADAYS',
  'NOW-1.5DAYS',
  'NOW-9999999DAYS',
  'NOW-999999YEARS',
])('%j is none', (text) => {
  expect(dateMath(text, now)).toBeUndefined();
});

test('what is added and taken away is the same time, for units of a fixed length', () => {
  const unit = fc.constantFrom('DAY', 'HOURS', 'MINUTE', 'SECONDS', 'MILLIS');
  fc.assert(
    fc.property(fc.nat(99_999), unit, (count, name) => {
      expect(dateMath(`NOW+${count}${name}-${count}${name}`, now)).toBe(now);
    }),
    { numRuns: propertyRuns(200) },
  );
});
