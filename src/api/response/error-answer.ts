import type { z } from 'zod';
import { type ErrorCode, RepositoryError } from '../../base/errors/errors.ts';
import type { Answer } from '../../contract/call.ts';
import type { ErrorResponse } from '../../contract/objects/common.ts';
import { damagedContentFailure } from '../../services/records/damaged-records.ts';
import { ErrorWithBody } from './error-with-body.ts';

/** Logs a failure that the operator must correct, because the caller cannot. */
export type ReportFailure = (requestId: string, error: unknown) => void;

/** The HTTP status, and the Java class name that existing clients check. */
const meanings: Readonly<Record<ErrorCode, readonly [status: number, error: string]>> = {
  BadRequest: [400, 'org.edu_sharing.restservices.DAOValidationException'],
  Unauthorized: [401, 'org.edu_sharing.restservices.DAOSecurityException'],
  Forbidden: [403, 'org.edu_sharing.restservices.DAOSecurityException'],
  UsageRefused: [403, 'org.edu_sharing.restservices.UsageException'],
  NotFound: [404, 'org.edu_sharing.restservices.DAOMissingException'],
  Conflict: [409, 'org.edu_sharing.restservices.DAODuplicateNodeNameException'],
  NotAcceptable: [406, 'org.edu_sharing.restservices.DAOValidationException'],
  Blocked: [409, 'java.lang.IllegalStateException'],
  TooSlow: [408, 'org.edu_sharing.restservices.DAOValidationException'],
  Changed: [412, 'org.edu_sharing.restservices.DAOValidationException'],
  TooLarge: [413, 'org.edu_sharing.restservices.DAOValidationException'],
  WrongMediaType: [415, 'org.edu_sharing.restservices.DAOMimetypeVerificationException'],
  OutOfRange: [416, 'org.edu_sharing.restservices.DAOValidationException'],
  HeadTooLarge: [431, 'org.edu_sharing.restservices.DAOValidationException'],
  TooManyRequests: [429, 'org.edu_sharing.restservices.DAOSecurityException'],
  StorageFailed: [500, 'java.io.IOException'],
  BadGateway: [502, 'java.lang.IllegalStateException'],
  Unavailable: [503, 'java.lang.IllegalStateException'],
};

const unexpected = [500, 'java.lang.RuntimeException'] as const;

/**
 * The value of the `Retry-After` header in seconds. Undefined for errors that waiting does not help against, and if the
 * details contain `retryAfter: null`.
 */
function retryAfter({ code, details }: RepositoryError): number | undefined {
  const stated = details?.['retryAfter'];
  if (typeof stated === 'number' || stated === null) return stated ?? undefined;
  return code === 'Unavailable' || code === 'TooManyRequests' ? 5 : undefined;
}

const signInHeaders = {
  'www-authenticate': 'Basic realm="edu-repo", charset="UTF-8"',
  'cache-control': 'no-store',
};

function headersOf(error: RepositoryError | undefined): Record<string, string> {
  if (error === undefined) return {};
  const wait = retryAfter(error);
  return {
    ...(error.code === 'Unauthorized' ? signInHeaders : {}),
    ...(wait === undefined ? {} : { 'retry-after': String(wait) }),
  };
}

type Body = z.output<typeof ErrorResponse>;

const bodyOf = (status: number, error: string, requestId: string, failure: RepositoryError | undefined): Body => ({
  error,
  message: failure?.message ?? `Internal error. See the server log, request ID ${requestId}.`,
  logLevel: status >= 500 ? 'error' : 'info',
  stacktraceArray: null,
  details: failure?.details === undefined ? null : { ...failure.details },
  requestId,
});

/** The status and the body of the response to a failure. */
export function refusalOf(error: RepositoryError, requestId: string): { readonly status: number; readonly body: Body } {
  const [status, className] = meanings[error.code];
  return { status, body: bodyOf(status, className, requestId, error) };
}

/**
 * Turns a failure into a response. Logs failures that the caller can do nothing about under
 * the request ID, and returns 500 for them, without internal details.
 */
export function errorAnswer(error: unknown, requestId: string, report: ReportFailure): Answer {
  if (error instanceof ErrorWithBody) {
    return { status: error.status, headers: {}, body: { kind: 'json', value: error.body } };
  }
  const known = error instanceof RepositoryError ? error : damagedContentFailure(error);
  const [status, className] = known === undefined ? unexpected : meanings[known.code];
  if (known === undefined || known.code === 'StorageFailed') report(requestId, error);
  const value = bodyOf(status, className, requestId, known);
  return { status, headers: headersOf(known), body: { kind: 'json', value } };
}
