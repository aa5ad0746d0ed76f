import type { z } from 'zod';
import type { Call } from '../../contract/call.ts';
import { readWireQuery } from '../../contract/wire-query.ts';

/** Parses a query like its schema. Undefined if the schema rejects the query or has checks across fields. */
export type QueryReader = (query: Call['query']) => Readonly<Record<string, unknown>> | undefined;

/** Default values are shared between calls, so they must not change. */
const frozen = (value: unknown): unknown => (Array.isArray(value) ? Object.freeze(value) : value);

/**
 * Parses only the parameters that were sent, because most calls send few of many. The others get precomputed defaults. It does
 * not report mistakes: parse the query with the whole schema for that.
 */
export function createQueryReader(schema: z.ZodObject): QueryReader {
  const isPerField = (schema.def.checks ?? []).length === 0 && schema.def.catchall === undefined;
  if (!isPerField) return () => undefined;
  // Required fields are included, so that all results have the same hidden class.
  const defaults: Record<string, unknown> = {};
  const required: string[] = [];
  for (const [name, field] of Object.entries(schema.shape)) {
    const { success, data } = field.safeParse(undefined);
    if (!success) required.push(name);
    if (!success || data !== undefined) defaults[name] = frozen(data);
  }
  const empty = Object.freeze({ ...defaults });

  return (query) => {
    const sent = readWireQuery(schema, query);
    if (required.some((name) => sent[name] === undefined)) return undefined;
    let parsed: Record<string, unknown> | undefined;
    for (const name in sent) {
      const field = schema.shape[name]?.safeParse(sent[name]);
      if (field?.success !== true) return undefined;
      parsed ??= { ...defaults };
      parsed[name] = field.data;
    }
    return parsed ?? empty;
  };
}
