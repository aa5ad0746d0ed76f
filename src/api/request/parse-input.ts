import { z } from 'zod';
import { badRequest } from '../../base/errors/errors.ts';
import type { Call } from '../../contract/call.ts';
import type { JsonBody, Operation, TextBody } from '../../contract/operation.ts';
import { plainIssue } from '../../contract/plain-issue.ts';
import { readWireQuery } from '../../contract/wire-query.ts';
import { createQueryReader, type QueryReader } from './query-reader.ts';

export interface ParsedInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

interface Issue {
  readonly where: string;
  readonly message: string;
}

function parsePart(where: string, schema: z.ZodType, value: unknown, issues: Issue[]): unknown {
  const parsed = schema.safeParse(value, { error: plainIssue });
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues.flatMap(plainIssues)) {
    issues.push({ where: [where, ...path.map(String)].join(' '), message: message.replace(/\.$/, '') });
  }
  return undefined;
}

/** The issues of a value. If it fits no form of a union, the issues of the first, most common form. */
function plainIssues(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  // The paths of a form start at the value of the union.
  const inForm = (issue.errors[0] ?? []).flatMap(plainIssues);
  return inForm.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

/**
 * Some clients wrap the body in an object with the name of the body parameter as its only key, or send properties as the list that
 * `nodeForm=list` returns. Returns the inner object, with the properties by name.
 */
function unwrapped({ name, aliases = [] }: JsonBody, value: unknown): unknown {
  if (Array.isArray(value)) return name === 'properties' ? propertiesByName(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  const [key, ...others] = Object.keys(value);
  if (key === undefined || others.length > 0 || ![name, ...aliases].includes(key)) return value;
  const inner = (value as Readonly<Record<string, unknown>>)[key];
  if (Array.isArray(inner) && name === 'properties') return propertiesByName(inner);
  // An ACL has a list under the same name, so only an object counts as wrapped.
  return typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? inner : value;
}

/** Properties in a list of `{name, values}` by name; the list itself if it is empty or not of that form. */
function propertiesByName(list: readonly unknown[]): unknown {
  const properties = new Map<string, unknown[]>();
  for (const entry of list) {
    const { name, values } = (entry ?? {}) as { readonly name?: unknown; readonly values?: unknown };
    if (typeof name !== 'string' || !Array.isArray(values)) return list;
    const known = properties.get(name);
    if (known === undefined) properties.set(name, [...values]);
    else for (const value of values) known.push(value);
  }
  return list.length === 0 ? list : Object.fromEntries(properties);
}

/** Checks a text. An optional text that is missing is empty. */
function parseText(body: TextBody, value: unknown, issues: Issue[]): unknown {
  const text = value ?? '';
  if (typeof text !== 'string') issues.push({ where: 'body', message: `${body.name} must be text` });
  else if (text.trim() === '' && body.optional !== true) {
    issues.push({ where: 'body', message: `${body.name} is missing: send it as the body, as plain text` });
  } else if (text.length > body.maxCharacters) {
    const problem = `${body.name} has ${text.length} characters, but at most ${body.maxCharacters} are allowed`;
    issues.push({ where: 'body', message: problem });
  } else if (!text.isWellFormed())
    issues.push({ where: 'body', message: `${body.name} has an incomplete character (a lone surrogate)` });
  return text;
}

function parseBody(operation: Operation, value: unknown, issues: Issue[]): unknown {
  if (operation.body === undefined) return undefined;
  if (operation.body.kind === 'upload') {
    if (value !== undefined) return value;
    issues.push({
      where: 'body',
      message: `the file is missing: send multipart/form-data with the field ${operation.body.field}`,
    });
    return undefined;
  }
  if (operation.body.kind === 'text') return parseText(operation.body, value, issues);
  if (operation.body.kind === 'form') return parsePart('form', operation.body.schema, value ?? {}, issues);
  if (value === undefined || value === null) {
    if (operation.body.optional !== true) {
      issues.push({ where: 'body', message: `${operation.body.name} is missing: send it as a JSON object` });
    }
    return undefined;
  }
  return parsePart('body', operation.body.schema, unwrapped(operation.body, value), issues);
}

const queryReaders = new WeakMap<z.ZodObject, QueryReader>();

function readerOf(schema: z.ZodObject): QueryReader {
  let reader = queryReaders.get(schema);
  if (reader === undefined) {
    reader = createQueryReader(schema);
    queryReaders.set(schema, reader);
  }
  return reader;
}

const parseQuery = (schema: z.ZodObject, query: Call['query'], issues: Issue[]): unknown =>
  readerOf(schema)(query) ?? parsePart('query', schema, readWireQuery(schema, query), issues);

const plainNames = new WeakMap<z.ZodObject, readonly string[] | null>();

/** The names of the fields if each takes any text; null if one is restricted. */
function namesIfPlain(schema: z.ZodObject): readonly string[] | null {
  let names = plainNames.get(schema);
  if (names === undefined) {
    const fields = Object.entries(schema.shape);
    const isPlain = fields.every(([, field]) => field instanceof z.ZodString && (field.def.checks ?? []).length === 0);
    names = isPlain ? fields.map(([name]) => name) : null;
    plainNames.set(schema, names);
  }
  return names;
}

/** Skips the schema if every field takes any text. */
function parseParams(schema: z.ZodObject, params: Call['params'], issues: Issue[]): unknown {
  const isValid = namesIfPlain(schema)?.every((name) => typeof params[name] === 'string');
  return isValid === true ? params : parsePart('path', schema, readWireQuery(schema, params), issues);
}

/** Parses path, query and body with the schemas of the operation. One `BadRequest` reports all mistakes. */
export function parseInput(operation: Operation, call: Call): ParsedInput {
  const issues: Issue[] = [];
  const params = operation.params === undefined ? {} : parseParams(operation.params, call.params, issues);
  const query = operation.query === undefined ? {} : parseQuery(operation.query, call.query, issues);
  const body = parseBody(operation, call.body, issues);
  if (issues.length > 0) {
    const text = issues.map(({ where, message }) => `${where}: ${message}`).join('; ');
    throw badRequest(`The request is not valid: ${text}.`, { issues });
  }
  return { params, query, body };
}
