import { RepositoryError } from '../../base/errors/errors.ts';
import type { Answer, AnswerBody } from '../../contract/call.ts';
import { ErrorResponse } from '../../contract/objects/common.ts';
import type { Operation } from '../../contract/operation.ts';
import { WrittenJson } from '../../contract/written-json.ts';

/** No valid response is nested this deep. */
const maxDepth = 100;

/** Sets the repository in a reference to a node (`{repo, id}`). Other objects stay as they are. */
function adoptReference(object: Record<string, unknown>, key: string, repository: string): void {
  if (typeof object['id'] !== 'string' || (!Object.hasOwn(object, 'repo') && key !== 'ref')) return;
  object['repo'] = repository;
  if (Object.hasOwn(object, 'isHomeRepo')) object['isHomeRepo'] = false;
}

/**
 * Changes all references in a JSON value from the view of another repository to that of this one: all nodes are in the
 * other, whatever it says, and `isHomeRepo` becomes false. Throws `BadGateway` if the value is nested too deeply.
 */
export function adoptReferences(value: unknown, repository: string): void {
  const open: { readonly value: unknown; readonly key: string; readonly depth: number }[] = [
    { value, key: '', depth: 0 },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (next.depth > maxDepth) {
      throw new RepositoryError(
        'BadGateway',
        `The repository ${repository} sent a response that is nested too deeply.`,
      );
    }
    const depth = next.depth + 1;
    if (!Array.isArray(next.value)) adoptReference(next.value as Record<string, unknown>, next.key, repository);
    for (const [key, inner] of Object.entries(next.value)) open.push({ value: inner, key, depth });
  }
}

/** The headers of a response that are passed on, and their form. Cookies and requests for a sign-in are not. */
const passedOnHeaders: Readonly<Record<string, RegExp>> = {
  'cache-control': /^(?:private|no-cache|no-store)(?:, (?:private|no-cache|no-store))*$/,
  'content-range': /^bytes [\d*/-]{1,60}$/,
  etag: /^(?:W\/)?"[!#-~]{0,200}"$/,
  'retry-after': /^\d{1,6}$/,
  'x-edu-ignored-authorities': /^[ -~]{1,4000}$/,
  'x-edu-ignored-properties': /^[ -~]{1,4000}$/,
  'x-edu-left-out': /^\d{1,9}$/,
  'x-edu-next-skip-count': /^\d{1,9}$/,
  'x-edu-unknown-properties': /^[ -~]{1,4000}$/,
};

const headersOf = ({ headers }: Answer): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name, value]) => passedOnHeaders[name]?.test(value) === true));

const successes = new Set([200, 201, 202, 204]);
/** Other failures, such as 407 or 511, ask something of this server and mean nothing to its clients. */
const failures = new Set([
  400, 401, 403, 404, 405, 406, 408, 409, 410, 412, 413, 415, 416, 422, 423, 429, 500, 501, 502, 503, 504,
]);

/** The status of a response as this repository sends it on: 200 for all that succeeded, except 206 and 304 for files. */
function statusOf({ status }: Answer, { result }: Operation, repository: string): number {
  if (successes.has(status)) return 200;
  if (failures.has(status) || (result === 'file' && (status === 206 || status === 304))) return status;
  throw new RepositoryError(
    'BadGateway',
    `The repository ${repository} returned the status ${status}, which has no meaning here.`,
  );
}

interface ErrorFields {
  readonly error?: unknown;
  readonly message?: unknown;
  readonly requestId?: unknown;
}

/** The `ErrorResponse` of another repository. Other servers leave fields out, or send none. */
export function errorBodyOf({ status, body }: Answer, operation: Operation, repository: string): unknown {
  const value = body.kind === 'json' ? body.value : undefined;
  adoptReferences(value, repository);
  if ((operation.errorBodies?.[status] ?? ErrorResponse).safeParse(value).success) return value;
  const { error, message, requestId } = (typeof value === 'object' && value !== null ? value : {}) as ErrorFields;
  return {
    error: typeof error === 'string' ? error : 'java.lang.IllegalStateException',
    message:
      typeof message === 'string' ? message : `The repository ${repository} returned ${status} without a reason.`,
    logLevel: status >= 500 ? 'error' : 'info',
    stacktraceArray: null,
    details: null,
    requestId: typeof requestId === 'string' ? requestId : '',
  };
}

function successBodyOf({ body }: Answer, operation: Operation, repository: string): AnswerBody {
  if (operation.result === 'empty') return { kind: 'empty' };
  if (body.kind === 'file') return body;
  if (body.kind !== 'json') {
    throw new RepositoryError('BadGateway', `The repository ${repository} sent an empty response instead of JSON.`);
  }
  adoptReferences(body.value, repository);
  return { kind: 'written-json', json: new WrittenJson(Buffer.from(JSON.stringify(body.value))) };
}

/** The response of another repository as this one sends it on. */
export function adoptedAnswer(answer: Answer, operation: Operation, repository: string): Answer {
  const status = statusOf(answer, operation, repository);
  const headers = headersOf(answer);
  if (status === 304) return { status, headers, body: { kind: 'empty' } };
  if (status < 300) return { status, headers, body: successBodyOf(answer, operation, repository) };
  return { status, headers, body: { kind: 'json', value: errorBodyOf(answer, operation, repository) } };
}
