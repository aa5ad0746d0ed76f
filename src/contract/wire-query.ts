import { z } from 'zod';

type Kind = 'number' | 'boolean' | 'list' | 'names' | 'row' | 'booleans' | 'text';

/** Query and path values as they are sent. */
export type WireQuery = Readonly<Record<string, string | readonly string[]>>;

const rows = new WeakSet<z.ZodType>();

/** Marks a list whose elements correspond to those of other lists by position, so empty elements are significant. */
export function inRow<T extends z.ZodType>(schema: T): T {
  rows.add(schema);
  return schema;
}

const names = new WeakSet<z.ZodType>();

/** Marks a list of names or IDs, which contain no commas: clients may repeat the parameter, or separate several by commas. */
export function separable<T extends z.ZodType>(schema: T): T {
  names.add(schema);
  return schema;
}

const kindsOfSchema = new WeakMap<z.ZodObject, ReadonlyMap<string, Kind>>();

function kindOf(schema: unknown): Kind {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) {
    return kindOf(schema.unwrap());
  }
  if (schema instanceof z.ZodNumber) return 'number';
  if (schema instanceof z.ZodBoolean) return 'boolean';
  if (schema instanceof z.ZodArray && rows.has(schema)) return 'row';
  if (schema instanceof z.ZodArray && names.has(schema)) return 'names';
  if (schema instanceof z.ZodArray) return kindOf(schema.element) === 'boolean' ? 'booleans' : 'list';
  return 'text';
}

function kindsOf(schema: z.ZodObject): ReadonlyMap<string, Kind> {
  const known = kindsOfSchema.get(schema);
  if (known !== undefined) return known;
  const kinds = new Map(Object.entries(schema.shape).map(([name, field]) => [name, kindOf(field)]));
  kindsOfSchema.set(schema, kinds);
  return kinds;
}

/** Some generated clients send whole numbers as `3.0`. */
const numberForm = /^-?\d{1,15}(?:\.\d{1,15})?$/;

type ScalarKind = Extract<Kind, 'number' | 'boolean' | 'text'>;

/** Undefined if the value is missing. */
function readScalar(kind: ScalarKind, text: string | undefined): unknown {
  if (text === undefined || (text === '' && kind !== 'text')) return undefined;
  if (kind === 'number') return numberForm.test(text) ? Number(text) : text;
  if (kind !== 'boolean') return text;
  // Some generated clients send `True` and `False`.
  const lower = text.toLowerCase();
  return lower === 'true' ? true : lower === 'false' ? false : text;
}

const listOf = (sent: string | readonly string[]): readonly string[] =>
  (typeof sent === 'string' ? [sent] : sent).filter((text) => text !== '');

const withoutCommas = (text: string): readonly string[] =>
  text.includes(',') ? listOf(text.split(',').map((part) => part.trim())) : [text];

function readValue(kind: Kind, sent: string | readonly string[]): unknown {
  switch (kind) {
    case 'row':
      return typeof sent === 'string' ? [sent] : sent;
    case 'list':
      return listOf(sent);
    case 'names':
      return listOf(sent).flatMap(withoutCommas);
    case 'booleans':
      return listOf(sent)
        .flatMap(withoutCommas)
        .map((text) => readScalar('boolean', text));
    default:
      return readScalar(kind, typeof sent === 'string' ? sent : sent[0]);
  }
}

/**
 * Converts query values to the types of the schema, so that schemas can use numbers, booleans and lists. A list is a repeated
 * parameter, and one with commas if it is `separable` or has booleans; empty elements are dropped unless positions matter
 * (`inRow`). An empty number or boolean counts as missing. A value that cannot be converted stays a string, and the schema
 * rejects it. Parameters that are not in the schema are dropped.
 */
export function readWireQuery(schema: z.ZodObject, raw: WireQuery): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const kinds = kindsOf(schema);
  for (const name in raw) {
    const [sent, kind] = [raw[name], kinds.get(name)];
    if (sent === undefined || kind === undefined) continue;
    const value = readValue(kind, sent);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/** The reverse of `readWireQuery`: converts the arguments of a client to query values. Omits undefined and null. */
export function writeWireQuery(schema: z.ZodObject, values: Readonly<Record<string, unknown>>): WireQuery {
  const query: Record<string, string | string[]> = {};
  for (const name of kindsOf(schema).keys()) {
    const value = values[name];
    if (value === undefined || value === null) continue;
    query[name] = Array.isArray(value) ? value.map(String) : String(value);
  }
  return query;
}
