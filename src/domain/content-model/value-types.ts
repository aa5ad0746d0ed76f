import { clipped } from '../../base/clipped.ts';
import { numberIn, timeSpanIn } from '../text/value-parsing.ts';
import type { PropertyDefinition, ValueType } from './content-model.ts';

const isBoolean = /^(?:true|false)$/i;

interface Format {
  readonly expected: string;
  isValid(text: string): boolean;
}

const formats: Readonly<Record<ValueType, Format>> = {
  text: { expected: 'a text', isValid: () => true },
  number: { expected: 'a number such as 12 or 1.5', isValid: (text) => numberIn(text) !== undefined },
  date: {
    expected: 'a date such as 2026-01-31 or 2026-01-31T08:00:00Z',
    isValid: (text) => timeSpanIn(text) !== undefined,
  },
  boolean: { expected: 'true or false', isValid: (text) => isBoolean.test(text) },
};

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
    : `The value "${clipped(invalid, 60)}" of the property ${name} is invalid. Send ${expected}.`;
}
