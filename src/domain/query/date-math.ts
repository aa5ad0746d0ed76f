type Unit = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'millisecond';

const unitNames: ReadonlyMap<string, Unit> = new Map([
  ['YEAR', 'year'],
  ['MONTH', 'month'],
  ['DAY', 'day'],
  ['DATE', 'day'],
  ['HOUR', 'hour'],
  ['MINUTE', 'minute'],
  ['SECOND', 'second'],
  ['MILLISECOND', 'millisecond'],
  ['MILLI', 'millisecond'],
]);

const expression = /^NOW(?:[+-]\d{1,6}[A-Z]+|\/[A-Z]+)*$/;
const step = /(?<sign>[+-])(?<count>\d+)(?<unit>[A-Z]+)|\/(?<rounded>[A-Z]+)/g;

const unitNamed = (name: string): Unit | undefined => unitNames.get(name.replace(/S$/, ''));

/** The fields of a date in UTC, from the year to the millisecond. */
const fieldsOf = (date: Date): number[] => [
  ...[date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()],
  ...[date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds(), date.getUTCMilliseconds()],
];

const units: readonly Unit[] = ['year', 'month', 'day', 'hour', 'minute', 'second', 'millisecond'];

function timeOf(fields: readonly number[]): number {
  const [year = 0, month = 0, day = 1, hour = 0, minute = 0, second = 0, millisecond = 0] = fields;
  return Date.UTC(year, month, day, hour, minute, second, millisecond);
}

/** Moves a time by whole units. From 31 March, a month earlier is the last day of February. */
function moved(time: number, count: number, unit: Unit): number {
  const fields = fieldsOf(new Date(time));
  const at = units.indexOf(unit);
  fields[at] = (fields[at] ?? 0) + count;
  if (at < 2) {
    const [year = 0, month = 0, day = 1] = fields;
    fields[2] = Math.min(day, new Date(Date.UTC(year, month + 1, 0)).getUTCDate());
  }
  return timeOf(fields);
}

const startOf = (time: number, unit: Unit): number =>
  timeOf(fieldsOf(new Date(time)).slice(0, units.indexOf(unit) + 1));

/**
 * The time that an expression such as `NOW`, `NOW-7DAYS` or `NOW/DAY-1MONTH` names, in milliseconds since 1970: date math as in
 * Solr, in UTC. `/` rounds down. Undefined if the text is none, or if the time is no date.
 */
export function dateMath(text: string, now: number): number | undefined {
  if (!expression.test(text)) return undefined;
  let time = now;
  for (const { groups = {} } of text.matchAll(step)) {
    const unit = unitNamed(groups['unit'] ?? groups['rounded'] ?? '');
    if (unit === undefined) return undefined;
    const count = Number(groups['count']);
    time =
      groups['unit'] === undefined ? startOf(time, unit) : moved(time, groups['sign'] === '-' ? -count : count, unit);
  }
  return Number.isNaN(time) ? undefined : time;
}
