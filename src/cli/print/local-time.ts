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
