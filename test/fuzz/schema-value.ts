import fc from 'fast-check';
import type { Schema } from './described-operations.ts';

/** A value that a schema describes. Patterns are not followed: what has one is named in the table of valid values. */
export function schemaValue(schema: Schema): fc.Arbitrary<unknown> {
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]));
  if (Array.isArray(schema['anyOf'])) return fc.oneof(...(schema['anyOf'] as Schema[]).map(schemaValue));
  const { type } = schema;
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => schemaValue({ ...schema, type: one })));
  switch (type) {
    case 'string':
      return fc.string({ maxLength: 20, minLength: (schema['minLength'] as number | undefined) ?? 0 });
    case 'integer':
      return fc.integer({
        min: (schema['minimum'] as number | undefined) ?? 0,
        max: Math.min((schema['maximum'] as number | undefined) ?? 1_000, 1_000),
      });
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(schemaValue((schema['items'] as Schema | undefined) ?? {}), { maxLength: 3 });
    case 'object': {
      const fields = Object.entries((schema['properties'] as Readonly<Record<string, Schema>> | undefined) ?? {});
      const required = (schema['required'] as string[] | undefined) ?? [];
      return fc.record(Object.fromEntries(fields.map(([name, field]) => [name, schemaValue(field)])), {
        requiredKeys: required,
      });
    }
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}
