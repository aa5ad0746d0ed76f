import { usageFailure } from '../program/failure.ts';

const dayForm = /^(\d{4})-(\d{2})-(\d{2})$/;

/**
 * The first and the last millisecond of a day such as `2026-08-01` in the local time zone, since 1970. Throws a usage failure if
 * there is no such day.
 */
export function readDay(text: string): { readonly start: number; readonly end: number } {
  const [year = 0, month = 0, day = 0] = (dayForm.exec(text) ?? []).slice(1).map(Number);
  const start = new Date(year, month - 1, day);
  if (
    !dayForm.test(text) ||
    start.getFullYear() !== year ||
    start.getMonth() !== month - 1 ||
    start.getDate() !== day
  ) {
    throw usageFailure(
      `"${text}" is not a day.`,
      'A day is written as year, month and day.',
      'For example: edu-repo usage report --from 2026-08-01',
    );
  }
  return { start: start.getTime(), end: new Date(year, month - 1, day + 1).getTime() - 1 };
}
