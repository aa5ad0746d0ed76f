import { foldedForms } from './folding.ts';

/** A stretch of time in milliseconds since 1970: `start` belongs to it, `end` is the first moment that does not. */
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

/** The finite number that a text is; undefined where it is none. Spaces around it do not matter. */
export function numberIn(text: string): number | undefined {
  const trimmed = text.trim();
  const number = numberForm.test(trimmed) ? Number(trimmed) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

/**
 * The time that a text in ISO 8601 names (year, month, day, or with a time down to fractions of a second) or that it counts in
 * milliseconds since 1970 (five digits at least); undefined where it does neither. Without a zone it is UTC.
 */
export function timeSpanIn(text: string): TimeSpan | undefined {
  const trimmed = text.trim();
  if (millisecondsForm.test(trimmed)) return { start: Number(trimmed), end: Number(trimmed) + 1 };
  const parts = dateForm.exec(trimmed)?.groups;
  return parts === undefined ? undefined : spanOf(parts);
}

/** When what a text names begins, in milliseconds since 1970, as `timeSpanIn` reads it. */
export const dateIn = (text: string): number | undefined => timeSpanIn(text)?.start;

/** A text as texts are compared in ranges: folded, written-out umlauts taken for umlauts, without spaces around it. */
export const sortableText = (text: string): string => foldedForms(text.trim())[0];

/** Two ends, each in or out; a missing one is open. */
export interface RangeBounds<Value extends string | number> {
  readonly from?: Value;
  readonly to?: Value;
  readonly includeFrom: boolean;
  readonly includeTo: boolean;
}

/** Whether a value lies between the ends; texts compare by their code units. */
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
  // A day that the month does not have would be one of the next.
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

// Date.UTC takes the years 0 to 99 for those of the last century.
const midnightOf = (year: number, month: number, day: number): number => new Date(0).setUTCFullYear(year, month, day);

/** In minutes to the east. */
function zoneOffset(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z') return 0;
  const digits = zone.slice(1).replace(':', '');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2) || 0);
  return zone.startsWith('-') ? -minutes : minutes;
}

/** How long what is named lasts: the last part that was written decides. */
function timeStep(parts: Record<string, string | undefined>): number {
  if (parts['fraction'] !== undefined) return 1;
  return parts['second'] === undefined ? minuteLength : secondLength;
}
