import { onOneLine } from '../print/printable.ts';
import type { ContentModel } from './content-model.ts';

type Definition = ContentModel['properties'][number];

interface Format {
  readonly expected: string;
  isPossible(text: string): boolean;
}

/** The values that no server stores. Whether it stores the others, only the server knows. */
const formats: Readonly<Record<Definition['type'], Format>> = {
  text: { expected: 'a text', isPossible: () => true },
  number: { expected: 'a number such as 12 or 1.5', isPossible: (text) => !Number.isNaN(Number(text)) },
  date: { expected: 'a date such as 2026-01-31', isPossible: (text) => /^\s*-?\d{4}/.test(text) },
  boolean: { expected: 'true or false', isPossible: (text) => /^\s*(?:true|false)\s*$/i.test(text) },
};

/** Why a property cannot have the values; undefined if the server may accept them, or if the model does not define it. */
export function valueProblem(
  { properties }: ContentModel,
  name: string,
  values: readonly string[],
): string | undefined {
  const definition = properties.find((property) => property.name === name);
  if (definition === undefined) return undefined;
  const { type, list } = definition;
  if (!list && values.length > 1) return `The property ${name} takes one value, and there are ${values.length}.`;
  const { expected, isPossible } = formats[type];
  const invalid = values.find((value) => value !== '' && !isPossible(value));
  if (invalid === undefined) return undefined;
  return `"${onOneLine(invalid)}" is not a value of ${name}, which is ${expected}.`;
}
