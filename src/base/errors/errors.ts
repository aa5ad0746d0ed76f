/**
 * The kinds of failures. They do not depend on HTTP: only `api/response/error-answer.ts` maps them to statuses.
 *
 * - `UsageRefused`: an app may not use the node. Existing clients tell it from `Forbidden`.
 * - `WrongMediaType`: the body has another media type or encoding than the call takes.
 * - `NotAcceptable`: the caller accepts no response in the form that the call returns.
 * - `Blocked`: this object is marked as closed to this kind of change.
 * - `Changed`: the file is no longer the one that the caller requires.
 * - `HeadTooLarge`: the path or the headers of the request are longer, or more, than the repository takes.
 * - `OutOfRange`: the requested range does not exist.
 * - `TooSlow`: the request did not arrive in time.
 * - `TooManyRequests`: the caller, or all callers together, sent more requests than allowed. Trying again later helps.
 * - `Unavailable`: the repository cannot do this now (it is overloaded, stopping, or read-only after a loss). Trying again later may
 *   help.
 * - `BadGateway`: a connected repository sent no valid response, or refused this repository.
 * - `StorageFailed`: the disk failed. A write did not reach it (then nothing was acknowledged, and no partial change remains), or
 *   stored data is missing or damaged.
 */
export type ErrorCode =
  | 'BadRequest'
  | 'Unauthorized'
  | 'Forbidden'
  | 'UsageRefused'
  | 'NotFound'
  | 'Conflict'
  | 'Blocked'
  | 'TooLarge'
  | 'TooSlow'
  | 'WrongMediaType'
  | 'NotAcceptable'
  | 'Changed'
  | 'HeadTooLarge'
  | 'OutOfRange'
  | 'TooManyRequests'
  | 'Unavailable'
  | 'BadGateway'
  | 'StorageFailed';

/** A failure whose message is shown to the caller. The message says what failed, why, and what to do. */
export class RepositoryError extends Error {
  override readonly name = 'RepositoryError';
  readonly code: ErrorCode;
  /** Machine-readable details, such as the issues of a body. They are sent to the caller. */
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: ErrorOptions & { readonly details?: Readonly<Record<string, unknown>> } = {},
  ) {
    super(message, options);
    this.code = code;
    this.details = options.details;
  }
}

/** "Node 1234 does not exist." The message does not reveal whether the object was deleted or never existed. */
export const notFound = (kind: string, id: string): RepositoryError =>
  new RepositoryError('NotFound', `${kind} ${id} does not exist.`);

export const badRequest = (message: string, details?: Readonly<Record<string, unknown>>): RepositoryError =>
  new RepositoryError('BadRequest', message, details === undefined ? {} : { details });

/** For the default branch of a switch over a closed set: a new member becomes a type error there. */
export function unreachable(value: never): never {
  throw new Error(`Unreachable case: ${String(value)}`);
}

/** The `code` of a Node.js system error (`ENOENT`, `EADDRINUSE` …); undefined for any other value. */
export function systemErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** The message of a thrown value, which may be any value. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
