import { expect, test } from 'vitest';
import { expiredItems, type Retention } from '../../../src/domain/schedule/retention.ts';

/** The days whose items stay. */
function kept(days: readonly string[], retention: Retention): string[] {
  const items = days.map((day) => ({ day, at: new Date(day.includes('T') ? day : `${day}T03:00:00Z`) }));
  const expired = new Set(expiredItems(items, retention).map(({ day }) => day));
  return days.filter((day) => !expired.has(day));
}

test('the newest of each of the last days and weeks stays', () => {
  // 23 November 2026 is a Monday.
  const days = Array.from({ length: 28 }, (_, index) => `2026-11-${String(index + 1).padStart(2, '0')}`);
  expect(kept(days, { daily: 3, weekly: 0 })).toEqual(['2026-11-26', '2026-11-27', '2026-11-28']);
  expect(kept(days, { daily: 1, weekly: 4 })).toEqual(['2026-11-08', '2026-11-15', '2026-11-22', '2026-11-28']);
});

test('of several in a day only the newest stays, and days without any do not count', () => {
  const days = ['2026-01-01', '2026-05-01', '2026-11-28T01:00:00Z', '2026-11-28T02:00:00Z'];
  expect(kept(days, { daily: 3, weekly: 0 })).toEqual(['2026-01-01', '2026-05-01', '2026-11-28T02:00:00Z']);
});

test('the newest stays whatever is set', () => {
  expect(kept(['2026-11-27', '2026-11-28'], { daily: 0, weekly: 0 })).toEqual(['2026-11-28']);
  expect(kept([], { daily: 1, weekly: 1 })).toEqual([]);
});
