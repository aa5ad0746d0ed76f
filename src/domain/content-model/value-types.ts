import type { PropertyDefinition, ValueType } from './content-model.ts';

const numberForm = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;
const booleanForm = /^(?:true|false)$/i;
const millisecondsForm = /^-?\d{5,16}$/;
const time = String.raw`[T ](?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?`;
const dateForm = new RegExp(`^(?<year>\\d{4})(?:-(?<month>\\d{2})(?:-(?<day>\\d{2})(?:${time})?)?)?$`);

/** Numbers that overflow to infinity are invalid. */
const isNumber = (text: string): boolean => numberForm.test(text) && Number.isFinite(Number(text));

function isDate(text: string): boolean {
  if (millisecondsForm.test(text)) return true;
  const parts = dateForm.exec(text)?.groups;
  if (parts === undefined) return false;
  const part = (name: string, missing: number): number => Number(parts[name] ?? missing);
  const month = part('month', 1);
  // `Date` turns a day after the end of the month into one of the next month.
  const day = new Date(Date.UTC(part('year', 0), month - 1, part('day', 1)));
  return (
    day.getUTCMonth() === month - 1 &&
    day.getUTCDate() === part('day', 1) &&
    part('hour', 0) < 24 &&
    part('minute', 0) < 60 &&
    part('second', 0) <= 60
  );
}

interface Format {
  readonly expected: string;
  isValid(text: string): boolean;
}

const formats: Readonly<Record<ValueType, Format>> = {
  text: { expected: 'a text', isValid: () => true },
  number: { expected: 'a number such as 12 or 1.5', isValid: isNumber },
  date: { expected: 'a date such as 2026-01-31 or 2026-01-31T08:00:00Z', isValid: isDate },
  boolean: { expected: 'true or false', isValid: (text) => booleanForm.test(text) },
};

const maxShownLength = 60;

const clipped = (value: string): string =>
  value.length > maxShownLength ? `${value.slice(0, maxShownLength)}…`.toWellFormed() : value;

/**
 * Why a property cannot have these values, as a sentence with the property, the value and the expected format; undefined if
 * it can. An empty text is valid for every type.
 */
export function valueProblem(
  name: string,
  definition: PropertyDefinition,
  values: readonly string[],
): string | undefined {
  if (!definition.list && values.length > 1) {
    return `The property ${name} takes one value, and ${values.length} were sent. Send only one.`;
  }
  const { expected, isValid } = formats[definition.type];
  const invalid = values.find((value) => value !== '' && !isValid(value.trim()));
  return invalid === undefined
    ? undefined
    : `The value "${clipped(invalid)}" of the property ${name} is invalid. Send ${expected}.`;
}
