import { badRequest } from '../base/errors/errors.ts';
import type { Call } from '../contract/call.ts';
import type { Operation } from '../contract/operation.ts';

/** What a query may have: bytes as they are sent, and parameters. */
interface QueryLimits {
  readonly bytes: number;
  readonly parameters: number;
}

const defaultLimits: QueryLimits = { bytes: 8_192, parameters: 200 };

/** For operations with `longQuery`. The head of a request has room for it and for the headers of proxies and browsers. */
const longLimits: QueryLimits = { bytes: 49_152, parameters: 1_100 };

/** Counts an empty parameter too, because parsers read it. */
function parameterCount(text: string): number {
  let count = 1;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) count += 1;
  return count;
}

function requireWithin({ bytes, parameters }: QueryLimits, text: string): void {
  if (text.length > bytes) {
    throw badRequest(
      `The query of the request has ${text.length} bytes, and this call takes at most ${bytes}. Send less.`,
    );
  }
  const count = parameterCount(text);
  if (count <= parameters) return;
  throw badRequest(
    `The query of the request has ${count} parameters, and this call takes at most ${parameters}. Send fewer.`,
  );
}

/**
 * Parses the query of a request (WHATWG URL, application/x-www-form-urlencoded) in one pass: its cost grows with its size only. The
 * result has no prototype, so a parameter may have any name, such as `__proto__`. Throws `BadRequest` if the query has more bytes or
 * parameters than the operation takes.
 */
export function readQuery(text: string, { longQuery }: Pick<Operation, 'longQuery'>): Call['query'] {
  const query: Record<string, string | string[]> = Object.create(null);
  if (text === '') return query;
  requireWithin(longQuery === true ? longLimits : defaultLimits, text);
  for (const [name, value] of new URLSearchParams(text)) {
    const sent = query[name];
    if (sent === undefined) query[name] = value;
    else if (typeof sent === 'string') query[name] = [sent, value];
    else sent.push(value);
  }
  return query;
}
