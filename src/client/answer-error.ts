import type { Answer } from '../contract/call.ts';

interface ErrorFields {
  readonly error?: unknown;
  readonly message?: unknown;
  readonly requestId?: unknown;
}

const fieldsOf = (answer: Answer): ErrorFields =>
  answer.body.kind === 'json' && typeof answer.body.value === 'object' && answer.body.value !== null
    ? (answer.body.value as ErrorFields)
    : {};

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** `Retry-After` (RFC 9110) in milliseconds; undefined if it is missing or a date. */
export function retryAfterOf(answer: { readonly headers: { readonly [name: string]: unknown } }): number | undefined {
  const seconds = textOf(answer.headers['retry-after']);
  return seconds !== undefined && /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1000 : undefined;
}

/** The server returned an error status. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError';
  readonly operation: string;
  /** The HTTP status. */
  readonly status: number;
  /** `error` of the ErrorResponse: a class name. Undefined if the server sent none. */
  readonly error: string | undefined;
  readonly requestId: string | undefined;
  /** The time after which the client may try again, in milliseconds; undefined if the server stated none. */
  readonly retryAfter: number | undefined;
  /** The JSON body. */
  readonly body: unknown;
  readonly headers: Answer['headers'];
  /** Whether the response is a web page, as other web servers and proxies send, and repositories do not. */
  readonly isPage: boolean;

  constructor(operation: string, answer: Answer) {
    const fields = fieldsOf(answer);
    super(textOf(fields.message) ?? `The server returned ${answer.status} without a message.`);
    this.operation = operation;
    this.status = answer.status;
    this.error = textOf(fields.error);
    this.requestId = textOf(fields.requestId);
    this.retryAfter = retryAfterOf(answer);
    this.headers = answer.headers;
    this.isPage = this.body === undefined && answer.headers['content-type']?.startsWith('text/html') === true;
    this.body = answer.body.kind === 'json' ? answer.body.value : undefined;
  }
}

/** There is no valid response: the server is unreachable, closed the connection, or is not a repository. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
}

/** The server responded, but not as a repository does: the response is not JSON, or is too large. */
export class BrokenAnswerError extends TransportError {}

/** A content ended early, or its bytes differ from the hash that the server announced. */
export class BrokenDownloadError extends TransportError {}

/** The size of a file changed during its upload, so the request was aborted. */
export class ChangedFileError extends Error {
  override readonly name = 'ChangedFileError';
  /** The size at the start, in bytes. */
  readonly size: number;

  constructor(fileName: string, size: number) {
    super(`Cannot upload ${fileName}.`);
    this.size = size;
  }
}
