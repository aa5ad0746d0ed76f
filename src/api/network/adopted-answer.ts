import { RepositoryError } from '../../base/errors/errors.ts';
import type { Answer, AnswerBody } from '../../contract/call.ts';
import { ErrorResponse } from '../../contract/objects/common.ts';
import type { Operation } from '../../contract/operation.ts';
import { WrittenJson } from '../../contract/written-json.ts';

/** No valid response is nested this deep. */
const maxDepth = 100;

/** Sets the repository in a reference to a node (`{repo, id}`). Other objects stay as they are. */
function adoptReference(object: Record<string, unknown>, repository: string): void {
  if (typeof object['repo'] !== 'string' || typeof object['id'] !== 'string') return;
  if (object['repo'] === '-home-' || object['repo'] === '') object['repo'] = repository;
  if (object['isHomeRepo'] === true) object['isHomeRepo'] = false;
}

/**
 * Changes all references in a JSON value from the view of another repository to that of this one: `-home-` becomes the
 * ID of the other, and `isHomeRepo` becomes false. Throws `BadGateway` if the value is nested too deeply.
 */
export function adoptReferences(value: unknown, repository: string): void {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (next.depth > maxDepth) {
      throw new RepositoryError(
        'BadGateway',
        `The repository ${repository} sent a response that is nested too deeply.`,
      );
    }
    const depth = next.depth + 1;
    if (!Array.isArray(next.value)) adoptReference(next.value as Record<string, unknown>, repository);
    for (const inner of Object.values(next.value)) open.push({ value: inner, depth });
  }
}

/** The headers of a response that are passed on. Cookies and requests for a sign-in are not. */
const passedOnHeaders: ReadonlySet<string> = new Set(['cache-control', 'content-range', 'etag', 'retry-after']);

const headersOf = (answer: Answer): Record<string, string> =>
  Object.fromEntries(
    Object.entries(answer.headers).filter(([name]) => name.startsWith('x-edu-') || passedOnHeaders.has(name)),
  );

interface ErrorFields {
  readonly error?: unknown;
  readonly message?: unknown;
  readonly requestId?: unknown;
}

/** The `ErrorResponse` of another repository. Other servers leave fields out, or send none. */
export function errorBodyOf({ status, body }: Answer, operation: Operation, repository: string): unknown {
  const value = body.kind === 'json' ? body.value : undefined;
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
  const { status } = answer;
  const headers = headersOf(answer);
  if (status === 304) return { status, headers, body: { kind: 'empty' } };
  if (status < 300) return { status, headers, body: successBodyOf(answer, operation, repository) };
  return { status, headers, body: { kind: 'json', value: errorBodyOf(answer, operation, repository) } };
}
