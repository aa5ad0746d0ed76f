import { z } from 'zod';

type Schema = Readonly<Record<string, unknown>>;

interface Found {
  readonly schema: Schema;
  readonly definitions: Readonly<Record<string, Schema>>;
}

function leastObject({ schema, definitions }: Found): Record<string, unknown> {
  const fields = (schema['properties'] as Readonly<Record<string, Schema>> | undefined) ?? {};
  const required = (schema['required'] as readonly string[] | undefined) ?? [];
  return Object.fromEntries(required.map((name) => [name, least({ schema: fields[name] ?? {}, definitions })]));
}

const leastText = ({ format, minLength = 0 }: { format?: string; minLength?: number }): string =>
  format === 'date-time' ? '1970-01-01T00:00:00Z' : '-'.repeat(minLength);

function leastOfType({ schema, definitions }: Found, type: unknown): unknown {
  switch (type) {
    case 'string':
      return leastText(schema);
    case 'integer':
    case 'number':
      return Math.max((schema['minimum'] as number | undefined) ?? 0, 0);
    case 'boolean':
      return false;
    case 'array':
      return [];
    case 'object':
      return leastObject({ schema, definitions });
    default:
      return null;
  }
}

function least({ schema, definitions }: Found): unknown {
  const reference = schema['$ref'];
  if (typeof reference === 'string') {
    return least({ schema: definitions[reference.replace('#/$defs/', '')] ?? {}, definitions });
  }
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  const choices = (schema['anyOf'] ?? schema['oneOf']) as readonly Schema[] | undefined;
  if (choices?.[0] !== undefined) return least({ schema: choices[0], definitions });
  const { type } = schema;
  return leastOfType({ schema, definitions }, Array.isArray(type) ? type[0] : type);
}

/** The value of this type that says least: only what is required, empty texts and lists, zero, and false. */
export function leastValue(type: z.ZodType): unknown {
  const schema = z.toJSONSchema(type, { io: 'output', unrepresentable: 'any' }) as Schema;
  return least({ schema, definitions: (schema['$defs'] as Record<string, Schema> | undefined) ?? {} });
}
