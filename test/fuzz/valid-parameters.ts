import fc from 'fast-check';
import { hintOf } from './hints.ts';
import { common, index, type Text } from './valid-values.ts';

/** Values that go well with an operation, by the names of its parameters; those left out have none but by their schema. */
export function validParameters(operation: string, names: readonly string[]): fc.Arbitrary<Record<string, string>> {
  const { parameters = {}, together } = hintOf(operation);
  const known = names.flatMap((name) => {
    const values = parameters[name] ?? common[name];
    return values === undefined ? [] : [[name, values] as const];
  });
  const record = fc.record(Object.fromEntries(known) as Record<string, Text>);
  if (together === undefined) return record;
  return fc.tuple(record, index).map(([values, at]) => ({ ...values, ...together(at) }));
}
