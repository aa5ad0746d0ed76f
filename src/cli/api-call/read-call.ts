import { isWellEncoded } from '../../base/percent-encoding.ts';
import type { Call } from '../../contract/call.ts';
import { operations } from '../../contract/index.ts';
import type { Operation } from '../../contract/operation.ts';
import { usageFailure } from '../program/failure.ts';
import { type MatchedCall, matchCall, similarCalls } from './match-call.ts';

/** A call with its JSON body built from fields. A body from a file is added later. */
export interface ReadCall {
  readonly matched: MatchedCall;
  readonly operation: Operation;
  readonly query: Call['query'];
  /** The JSON body; undefined if no field belongs to it. */
  readonly body: Readonly<Record<string, string | readonly string[]>> | undefined;
}

type Field = readonly [name: string, value: string];

function fieldOf(text: string): Field {
  const equals = text.indexOf('=');
  if (equals > 0) return [text.slice(0, equals), text.slice(equals + 1)];
  throw usageFailure(`"${text}" is not a field.`, 'Write a field as key=value.', 'For example: -f maxItems=10');
}

/** Values by field name; a repeated name gets a list. */
function grouped(fields: readonly Field[]): Record<string, string | string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of fields) values.set(name, [...(values.get(name) ?? []), value]);
  return Object.fromEntries([...values].map(([name, all]) => [name, all.length === 1 ? (all[0] ?? '') : all]));
}

const unknownCall = (method: string, path: string) => {
  const similar = similarCalls(path).slice(0, 12).join(', ');
  return usageFailure(
    `The REST interface has no call ${method} ${path}.`,
    similar === '' ? 'No call has a path with the same first segment.' : `Similar calls: ${similar}.`,
    'To get the description of all calls: edu-repo api GET /openapi.json',
  );
};

/** Parses a method, a path with its query, and `key=value` fields. Fields other than query parameters form the body. */
export function readCall(method: string, target: string, fieldTexts: readonly string[]): ReadCall {
  const [path = '', queryText = ''] = target.split('?', 2);
  const matched = isWellEncoded(path) ? matchCall(method, path) : undefined;
  if (matched === undefined) throw unknownCall(method, path);
  const operation: Operation = operations[matched.name];
  const inQuery = ([name]: Field): boolean =>
    operation.query !== undefined && Object.hasOwn(operation.query.shape, name);
  const fields = fieldTexts.map(fieldOf);
  const hasJsonBody = operation.body?.kind === 'json';
  const unknown = fields.find((field) => !inQuery(field) && !hasJsonBody);
  if (unknown !== undefined) {
    throw usageFailure(
      `${method} ${path} has no field ${unknown[0]}.`,
      `The query parameters of this call are: ${Object.keys(operation.query?.shape ?? {}).join(', ') || 'none'}.`,
      'To get the description of all calls: edu-repo api GET /openapi.json',
    );
  }
  const bodyFields = fields.filter((field) => !inQuery(field));
  const queryFields: Field[] = [...new URLSearchParams(queryText), ...fields.filter(inQuery)];
  return {
    matched,
    operation,
    query: grouped(queryFields),
    body: bodyFields.length === 0 ? undefined : grouped(bodyFields),
  };
}
