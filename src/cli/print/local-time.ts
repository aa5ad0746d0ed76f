import { wallClock } from './wall-clock.ts';

const padded = (value: number): string => String(value).padStart(2, '0');

/**
 * Formats a time in the local time zone, such as `2025-11-20 09:25:05`. Accepts an ISO 8601 string or milliseconds
 * since 1970. A string that is not a time stays as it is; a missing value becomes an empty string.
 */
export function localTime(moment: string | number | null | undefined): string {
  if (moment === null || moment === undefined || moment === '') return '';
  const time = new Date(moment);
  if (Number.isNaN(time.getTime())) return String(moment);
  const day = [time.getFullYear(), time.getMonth() + 1, time.getDate()].map(padded).join('-');
  return `${day} ${[time.getHours(), time.getMinutes(), time.getSeconds()].map(padded).join(':')}`;
}

const units = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

const inWords = new Intl.RelativeTimeFormat('en');

/** Formats a time relative to now, such as `3 days ago` or `in 2 hours`. Accepts the same as `localTime`. */
export function relativeTime(moment: string | number | null | undefined, now = wallClock()): string {
  const milliseconds = moment === null || moment === undefined || moment === '' ? Number.NaN : +new Date(moment);
  if (Number.isNaN(milliseconds)) return localTime(moment);
  const seconds = Math.round((milliseconds - now) / 1000);
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return seconds === 0 ? 'now' : inWords.format(Math.trunc(seconds / size), unit);
}
