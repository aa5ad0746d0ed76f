const padded = (value: number): string => String(value).padStart(2, '0');

/**
 * A moment for people, by the clock and in the time zone of whoever looks: `2025-11-20 09:25:05`. It takes an ISO 8601
 * text or milliseconds since 1970; a text that is no time stays as it is, and what is left out is empty.
 */
export function localTime(moment: string | number | null | undefined): string {
  if (moment === null || moment === undefined || moment === '') return '';
  const time = new Date(moment);
  if (Number.isNaN(time.getTime())) return String(moment);
  const day = [time.getFullYear(), time.getMonth() + 1, time.getDate()].map(padded).join('-');
  return `${day} ${[time.getHours(), time.getMinutes(), time.getSeconds()].map(padded).join(':')}`;
}
