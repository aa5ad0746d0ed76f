import { clipped } from '../../base/clipped.ts';
import { CronExpressionError } from './cron-expression-error.ts';
import { type CronField, crontabFields, dayOfMonth, quartzFields } from './cron-fields.ts';
import { parseCronField, type SelectedPositions, writeCronField } from './parse-cron-field.ts';

/** A schedule that is known to be valid. */
export interface CronExpression {
  /** Six fields (seconds first) in the form of the package `cron`, with only `*`, numbers, ranges and lists. */
  readonly expression: string;
}

const example = 'such as 0 0 3 * * ? (each day at 03:00)';

/** By month, from January. February is that of a leap year. */
const daysInMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function withoutWrapper(text: string): string {
  const trimmed = text.trim();
  if (!/^cron\s*\[/i.test(trimmed)) return trimmed;
  if (trimmed.endsWith(']'))
    return trimmed
      .replace(/^cron\s*\[/i, '')
      .slice(0, -1)
      .trim();
  throw new CronExpressionError(`"${clipped(trimmed)}" has no closing bracket. Write Cron[0 0 3 * * ?], for example.`);
}

function checkYear(year: string | undefined): void {
  if (year === undefined || year === '*') return;
  const message = `year "${clipped(year)}": only * is supported. Write * or leave the year out, such as 0 0 3 * * ?.`;
  throw new CronExpressionError(message, 'year');
}

const isOpen = (positions: SelectedPositions | undefined, size: number): boolean => positions?.size === size;

/** Whether the selected months have one of the selected days. */
function occurs(days: SelectedPositions, months: SelectedPositions): boolean {
  const earliest = Math.min(...days) + 1;
  return [...months].some((index) => earliest <= (daysInMonths[index] ?? 0));
}

interface SelectedDays {
  readonly days: SelectedPositions;
  readonly months: SelectedPositions;
  readonly weekdays: SelectedPositions;
}

function checkDays({ days, months, weekdays }: SelectedDays, isQuartz: boolean): void {
  const anyWeekday = isOpen(weekdays, 7);
  const { name } = dayOfMonth;
  // A crontab runs on days that match either field. Quartz refuses to choose between either and both.
  if (isQuartz && !anyWeekday && !isOpen(days, dayOfMonth.size)) {
    const message = `${name} and day of week cannot both be limited. Write ? for one of them, such as 0 0 3 ? * MON-FRI.`;
    throw new CronExpressionError(message, name);
  }
  if (anyWeekday && !occurs(days, months)) {
    const message = `${name}: none of the selected months has such a day. Select a day that exists, such as 0 0 3 28 2 ? (28 February).`;
    throw new CronExpressionError(message, name);
  }
}

function fieldsOf(texts: readonly string[]): readonly CronField[] {
  if (texts.length === 5) return crontabFields;
  if (texts.length === 6 || texts.length === 7) return quartzFields;
  const reason = texts.length === 1 && texts[0] === '' ? 'The schedule is empty' : `It has ${texts.length} fields`;
  throw new CronExpressionError(
    `${reason}. Write 6 fields (seconds, minutes, hours, day of month, month, day of week), ${example}; or 5 fields as in a crontab, without seconds.`,
  );
}

/**
 * Reads a schedule as Quartz writes it (6 or 7 fields, with or without `Cron[…]`) or as a crontab does (5 fields). The number of fields
 * decides what the numbers of weekdays mean: with 6 or 7 fields 1 is Sunday, with 5 fields 0 and 7 are. Throws `CronExpressionError`.
 */
export function parseCronExpression(text: string): CronExpression {
  const texts = withoutWrapper(text).split(/\s+/);
  const fields = fieldsOf(texts);
  const isQuartz = fields === quartzFields;
  checkYear(texts[6]);
  const selected = fields.map((field, index) => parseCronField(texts[index] ?? '', field));
  const [days, months, weekdays] = selected.slice(-3);
  if (days !== undefined && months !== undefined && weekdays !== undefined) {
    checkDays({ days, months, weekdays }, isQuartz);
  }
  const written = fields.map((field, index) => writeCronField(selected[index] ?? new Set(), field));
  return { expression: [...(isQuartz ? [] : ['0']), ...written].join(' ') };
}
