import type { z } from 'zod';
import type { Call } from '../../contract/call.ts';
import { readWireQuery } from '../../contract/wire-query.ts';

/** Gives what the schema makes of a query; undefined where it refuses it, or reads its fields not one by one. */
export type QueryReader = (query: Call['query']) => Readonly<Record<string, unknown>> | undefined;

/** Several calls are given the same. */
const shared = (value: unknown): unknown => (Array.isArray(value) ? Object.freeze(value) : value);

/**
 * Reads only the parameters that were sent: most calls send few of many, and what is missing is read the same each time. Tells
 * no mistakes; these the whole schema finds.
 */
export function createQueryReader(schema: z.ZodObject): QueryReader {
  const isOneByOne = (schema.def.checks ?? []).length === 0 && schema.def.catchall === undefined;
  if (!isOneByOne) return () => undefined;
  // What is required has its place in it, so that all that is read has the same form.
  const unsent: Record<string, unknown> = {};
  const required: string[] = [];
  for (const [name, field] of Object.entries(schema.shape)) {
    const { success, data } = field.safeParse(undefined);
    if (!success) required.push(name);
    if (!success || data !== undefined) unsent[name] = shared(data);
  }
  const empty = Object.freeze({ ...unsent });

  return (query) => {
    const sent = readWireQuery(schema, query);
    if (required.some((name) => sent[name] === undefined)) return undefined;
    let read: Record<string, unknown> | undefined;
    for (const name in sent) {
      const field = schema.shape[name]?.safeParse(sent[name]);
      if (field?.success !== true) return undefined;
      read ??= { ...unsent };
      read[name] = field.data;
    }
    return read ?? empty;
  };
}
