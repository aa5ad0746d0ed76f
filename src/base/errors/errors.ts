/**
 * What went wrong, in terms of the caller. Free of HTTP: `api/response/error-answer.ts` alone maps codes to statuses.
 *
 * - `OutOfRange`: a part was asked for that is not there.
 * - `TooSlow`: the request did not arrive in time.
 * - `TooManyRequests`: the caller, or all together, asked for more than is done at a time; trying later helps.
 * - `Unavailable`: the repository cannot do this now (it is stopping, or read-only after a loss); trying later may help.
 * - `StorageFailed`: a write did not reach the disk. Nothing was acknowledged and nothing was half-made.
 */
export type ErrorCode =
  | 'BadRequest'
  | 'Unauthorized'
  | 'Forbidden'
  | 'NotFound'
  | 'Conflict'
  | 'TooLarge'
  | 'TooSlow'
  | 'OutOfRange'
  | 'TooManyRequests'
  | 'Unavailable'
  | 'StorageFailed';

/** A failure that the caller can be told about as it stands: the message says what failed, why, and what to do. */
export class RepositoryError extends Error {
  override readonly name = 'RepositoryError';
  readonly code: ErrorCode;
  /** Machine-readable particulars, such as the issues of a body. Sent to the caller. */
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

/** «Node 1234 does not exist.» The same words for a thing that never was and one that was deleted. */
export const notFound = (kind: string, id: string): RepositoryError =>
  new RepositoryError('NotFound', `${kind} ${id} does not exist.`);

export const badRequest = (message: string, details?: Readonly<Record<string, unknown>>): RepositoryError =>
  new RepositoryError('BadRequest', message, details === undefined ? {} : { details });

/** For the default branch of a switch over a closed set: a new member becomes a type error there. */
export function unreachable(value: never): never {
  throw new Error(`A case that cannot be: ${String(value)}`);
}

/** The `code` of a Node.js system error (`ENOENT`, `EADDRINUSE` …), or undefined for anything else. */
export function systemErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** The message of whatever was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
