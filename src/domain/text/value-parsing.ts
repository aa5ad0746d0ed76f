import { foldedForms } from './folding.ts';

/** A period of time in milliseconds since 1970: `start` is included, `end` is not. */
export interface TimeSpan {
  readonly start: number;
  readonly end: number;
}

const numberForm = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;
const millisecondsForm = /^-?\d{5,16}$/;
const time = String.raw`[T ](?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?(?<zone>Z|[+-]\d{2}(?::?\d{2})?)?`;
const dateForm = new RegExp(`^(?<year>\\d{4})(?:-(?<month>\\d{2})(?:-(?<day>\\d{2})(?:${time})?)?)?$`);

const minuteLength = 60_000;
const secondLength = 1000;
const dayLength = 24 * 60 * minuteLength;

/** Parses a finite number, ignoring spaces around it. Undefined if the text is not one. */
export function numberIn(text: string): number | undefined {
  const trimmed = text.trim();
  const number = numberForm.test(trimmed) ? Number(trimmed) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

/**
 * The period that a text names: ISO 8601 (year, month, day, or with a time down to fractions of a second), or milliseconds
 * since 1970 (at least five digits). Undefined if it is neither. The default time zone is UTC.
 */
export function timeSpanIn(text: string): TimeSpan | undefined {
  const trimmed = text.trim();
  if (millisecondsForm.test(trimmed)) return { start: Number(trimmed), end: Number(trimmed) + 1 };
  const parts = dateForm.exec(trimmed)?.groups;
  return parts === undefined ? undefined : spanOf(parts);
}

/** The start of the period that a text names (`timeSpanIn`), in milliseconds since 1970. */
export const dateIn = (text: string): number | undefined => timeSpanIn(text)?.start;

/** A text for comparison in ranges: folded, with transcribed umlauts as umlauts, and trimmed. */
export const sortableText = (text: string): string => foldedForms(text.trim())[0];

/** A number without leading zeros, after the number of its digits, so that longer numbers sort after shorter ones. */
function sortableNumber(digits: string): string {
  const number = digits.replace(/^0+(?=\d)/, '');
  // 9 stands for eight further digits.
  const nines = Math.floor((number.length - 1) / 8);
  return `${'9'.repeat(nines)}${number.length - 8 * nines}${number}`;
}

/** A text as a sort key: like `sortableText`, with the numbers in it by their size. `Klasse 7` sorts before `Klasse 10`. */
export const naturalText = (text: string): string => sortableText(text).replaceAll(/\d+/g, sortableNumber);

/** The bounds of a range. A missing bound is open. */
export interface RangeBounds<Value extends string | number> {
  readonly from?: Value;
  readonly to?: Value;
  readonly includeFrom: boolean;
  readonly includeTo: boolean;
}

/** Whether a value is in a range. Texts compare by code units. */
export const isBetween = <Value extends string | number>(
  value: Value,
  { from, to, includeFrom, includeTo }: RangeBounds<Value>,
): boolean =>
  (from === undefined || value > from || (includeFrom && value === from)) &&
  (to === undefined || value < to || (includeTo && value === to));

function spanOf(parts: Record<string, string | undefined>): TimeSpan | undefined {
  const part = (name: string, missing: number): number => Number(parts[name] ?? missing);
  const [year, month, day] = [part('year', 0), part('month', 1) - 1, part('day', 1)];
  const midnight = midnightOf(year, month, day);
  // `Date` turns a day after the end of the month into one of the next month.
  if (new Date(midnight).getUTCMonth() !== month || new Date(midnight).getUTCDate() !== day) return undefined;
  if (parts['month'] === undefined) return { start: midnight, end: midnightOf(year + 1, 0, 1) };
  if (parts['day'] === undefined) return { start: midnight, end: midnightOf(year, month + 1, 1) };
  if (parts['hour'] === undefined) return { start: midnight, end: midnight + dayLength };
  const [hour, minute, second] = [part('hour', 0), part('minute', 0), part('second', 0)];
  if (hour >= 24 || minute >= 60 || second > 60) return undefined;
  const fraction = Math.floor(Number(`0.${parts['fraction'] ?? '0'}`) * 1000);
  const start = midnight + (hour * 60 + minute - zoneOffset(parts['zone'])) * minuteLength + second * 1000 + fraction;
  return { start, end: start + timeStep(parts) };
}

// `Date.UTC` takes the years 0 to 99 for 1900 to 1999.
const midnightOf = (year: number, month: number, day: number): number => new Date(0).setUTCFullYear(year, month, day);

/** The offset of a time zone, in minutes east of UTC. */
function zoneOffset(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z') return 0;
  const digits = zone.slice(1).replace(':', '');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2) || 0);
  return zone.startsWith('-') ? -minutes : minutes;
}

/** The duration of the smallest unit in the text, in milliseconds. */
function timeStep(parts: Record<string, string | undefined>): number {
  if (parts['fraction'] !== undefined) return 1;
  return parts['second'] === undefined ? minuteLength : secondLength;
}
