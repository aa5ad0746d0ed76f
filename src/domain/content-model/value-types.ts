import type { PropertyDefinition, ValueType } from './content-model.ts';

const numberForm = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;
const booleanForm = /^(?:true|false)$/i;
const millisecondsForm = /^-?\d{5,16}$/;
const time = String.raw`[T ](?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?`;
const dateForm = new RegExp(`^(?<year>\\d{4})(?:-(?<month>\\d{2})(?:-(?<day>\\d{2})(?:${time})?)?)?$`);

/** One that is too large to be counted with is none. */
const isNumber = (text: string): boolean => numberForm.test(text) && Number.isFinite(Number(text));

function isDate(text: string): boolean {
  if (millisecondsForm.test(text)) return true;
  const parts = dateForm.exec(text)?.groups;
  if (parts === undefined) return false;
  const part = (name: string, missing: number): number => Number(parts[name] ?? missing);
  const month = part('month', 1);
  // A day that the month does not have would be one of the next.
  const day = new Date(Date.UTC(part('year', 0), month - 1, part('day', 1)));
  return (
    day.getUTCMonth() === month - 1 &&
    day.getUTCDate() === part('day', 1) &&
    part('hour', 0) < 24 &&
    part('minute', 0) < 60 &&
    part('second', 0) <= 60
  );
}

interface Form {
  readonly expected: string;
  isReadable(text: string): boolean;
}

const forms: Readonly<Record<ValueType, Form>> = {
  text: { expected: 'a text', isReadable: () => true },
  number: { expected: 'a number such as 12 or 1.5', isReadable: isNumber },
  date: { expected: 'a date such as 2026-01-31 or 2026-01-31T08:00:00Z', isReadable: isDate },
  boolean: { expected: 'true or false', isReadable: (text) => booleanForm.test(text) },
};

const longestShown = 60;

const shown = (value: string): string =>
  value.length > longestShown ? `${value.slice(0, longestShown)}…`.toWellFormed() : value;

/**
 * Why these values cannot be those of a property, in a sentence that names property, value and what is expected;
 * undefined where they can. An empty text is a field left empty, whatever its type.
 */
export function valueProblem(name: string, word: PropertyDefinition, values: readonly string[]): string | undefined {
  if (!word.list && values.length > 1) {
    return `The property ${name} has one value, and ${values.length} were sent. Send one.`;
  }
  const { expected, isReadable } = forms[word.type];
  const wrong = values.find((value) => value !== '' && !isReadable(value.trim()));
  return wrong === undefined
    ? undefined
    : `The value «${shown(wrong)}» of the property ${name} cannot be read: send ${expected}.`;
}
