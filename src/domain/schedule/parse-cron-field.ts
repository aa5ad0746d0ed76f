import { clipped } from '../../base/clipped.ts';
import { CronExpressionError } from './cron-expression-error.ts';
import type { CronField } from './cron-fields.ts';

/** The positions of a field that an expression selects. Position 0 is the first value: 0, January, the 1st, or Sunday. */
export type SelectedPositions = ReadonlySet<number>;

const itemForm = /^(?:(\*)|([0-9]+|[A-Z]+)(?:-([0-9]+|[A-Z]+))?)(?:\/([0-9]+))?$/;

const replacements: Readonly<Record<string, string>> = {
  L: 'Name the days instead, such as 0 0 3 1 * ? (the first day of each month) or 0 0 3 ? * FRI (each Friday)',
  W: 'Select weekdays instead, such as 0 0 3 ? * MON-FRI (from Monday to Friday)',
  '#': 'Select the day of the week instead, such as 0 0 3 ? * MON (each Monday)',
};

function refuse(field: CronField, item: string, reason: string): never {
  throw new CronExpressionError(`${field.name} "${clipped(item)}": ${reason}.`, field.name);
}

/** The first special character of Quartz that is not part of a name, such as `L` in `6L` but not in `JUL`. */
function specialIn(item: string, { names }: CronField): string | undefined {
  const rest = [...names.keys()].reduce((text, name) => text.replaceAll(name, ''), item);
  return /[LW#]/.exec(rest)?.[0];
}

function refuseForm(field: CronField, item: string): never {
  const special = specialIn(item, field);
  if (special !== undefined) {
    return refuse(field, item, `${special} is not supported. ${replacements[special] ?? ''}`);
  }
  if (item.includes('?')) return refuse(field, item, '? may only stand alone, for any day of the month or of the week');
  return refuse(field, item, `it must be *, a value, a range or a step, such as ${field.min}-${field.max}/2`);
}

function numberOf(text: string, field: CronField, item: string): number {
  const value = field.names.get(text) ?? (/^[0-9]+$/.test(text) ? Number(text) : undefined);
  if (value === undefined) {
    if (specialIn(text, field) !== undefined) return refuseForm(field, item);
    return refuse(field, item, `${clipped(text)} is unknown. The values are ${field.range}`);
  }
  if (value < field.min || value > field.max) {
    return refuse(field, item, `${clipped(text)} is out of range. The values are ${field.range}`);
  }
  return value;
}

function stepOf(text: string | undefined, field: CronField, item: string): number {
  if (text === undefined) return 1;
  const step = Number(text);
  if (step >= 1 && step <= field.size) return step;
  return refuse(field, item, `the step must be between 1 and ${field.size}, such as */2`);
}

/** Ranges that end before they begin continue from the first value: `FRI-MON` and `22-2` are valid, as in Quartz. */
function positionsOf(item: string, field: CronField): number[] {
  const form = itemForm.exec(item.startsWith('/') ? `*${item}` : item);
  if (form === null) return refuseForm(field, item);
  const [, all, firstText = '', lastText, stepText] = form;
  const step = stepOf(stepText, field, item);
  const first = all === undefined ? numberOf(firstText, field, item) : field.min;
  const last = lastText === undefined ? undefined : numberOf(lastText, field, item);
  const begin = (first - field.min) % field.size;
  let span = field.size - 1 - begin;
  if (last !== undefined) span = last - first + (last < first ? field.size : 0);
  else if (all === undefined && stepText === undefined) span = 0;
  const count = Math.floor(span / step) + 1;
  return Array.from({ length: count }, (_, index) => (begin + index * step) % field.size);
}

/** Reads the text of a field. Throws `CronExpressionError`. */
export function parseCronField(text: string, field: CronField): SelectedPositions {
  const upper = text.toUpperCase();
  const items = field.mayBeOpen && upper === '?' ? ['*'] : upper.split(',');
  return new Set(items.flatMap((item) => positionsOf(item, field)));
}

/** Writes the positions as the package `cron` reads them: `*`, or values and ranges in ascending order. */
export function writeCronField(positions: SelectedPositions, { size, base }: CronField): string {
  if (positions.size === size) return '*';
  const ranges: { first: number; last: number }[] = [];
  for (const position of [...positions].sort((a, b) => a - b)) {
    const range = ranges.at(-1);
    if (range !== undefined && range.last === position - 1) range.last = position;
    else ranges.push({ first: position, last: position });
  }
  return ranges
    .map(({ first, last }) => (first === last ? `${first + base}` : `${first + base}-${last + base}`))
    .join(',');
}
