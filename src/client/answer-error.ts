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

/** `Retry-After` (RFC 9110) in its form of seconds, in milliseconds; undefined where it is missing or a date. */
export function retryAfterOf(answer: Answer): number | undefined {
  const seconds = answer.headers['retry-after'];
  return seconds !== undefined && /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1000 : undefined;
}

/** A repository answered that it did not do what was asked. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError';
  readonly operation: string;
  /** The HTTP status. */
  readonly status: number;
  /** `error` of the ErrorResponse: a class name; undefined where the server sent none. */
  readonly error: string | undefined;
  readonly requestId: string | undefined;
  /** How long the server asks to be left alone, in milliseconds; undefined where it does not ask. */
  readonly retryAfter: number | undefined;
  /** The body as it came. */
  readonly body: unknown;

  constructor(operation: string, answer: Answer) {
    const fields = fieldsOf(answer);
    super(textOf(fields.message) ?? `The server answered ${answer.status} without saying why.`);
    this.operation = operation;
    this.status = answer.status;
    this.error = textOf(fields.error);
    this.requestId = textOf(fields.requestId);
    this.retryAfter = retryAfterOf(answer);
    this.body = answer.body.kind === 'json' ? answer.body.value : undefined;
  }
}

/** No answer could be had: the server is not there, broke off, or does not speak the interface. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
}
