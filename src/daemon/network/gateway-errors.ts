import { messageOf, RepositoryError, systemErrorCode } from '../../base/errors/errors.ts';
import { BrokenAnswerError } from '../../client/answer-error.ts';
import type { Answer } from '../../contract/call.ts';

/** Seconds until a client may try again. */
const retryAfter = 5;

export const unavailable = (message: string, options: ErrorOptions = {}): RepositoryError =>
  new RepositoryError('Unavailable', message, { ...options, details: { retryAfter } });

/** The refusal to call a host that is not on the internet. */
export const privateAddress = (host: string): RepositoryError =>
  new RepositoryError(
    'BadGateway',
    `${host} is not called: it is an address of this machine or of a private network. If that is intended, set network.allowPrivate in config.yaml to true, and restart the server.`,
  );

/** The failure of a call that got no valid response. `name` is the repository in the message. */
export function failedExchange(error: unknown, name: string, wasAborted: boolean): RepositoryError {
  if (error instanceof BrokenAnswerError) {
    const message = `The repository ${name} sent no valid response: ${error.message}`;
    return new RepositoryError('BadGateway', message, { cause: error });
  }
  const cause = error instanceof Error ? error.cause : undefined;
  // Refused on this side: an address that must not be called, or too much memory.
  if (cause instanceof RepositoryError) return cause;
  const timedOut = systemErrorCode(cause ?? error) === 'ETIMEDOUT';
  const why = timedOut || wasAborted ? 'it did not respond in time.' : messageOf(error).replace(/\.?$/, '.');
  return unavailable(`The repository ${name} cannot be reached: ${why} Try again later.`, { cause: error });
}

/** Rejects redirects: the address of a connected repository is the one that an administrator has confirmed. */
export function requireNoRedirect({ status, headers }: Answer, name: string): void {
  if (status < 300 || status >= 400 || status === 304) return;
  const target = (headers['location'] ?? 'another address').slice(0, 200);
  throw new RepositoryError(
    'BadGateway',
    `The repository ${name} redirects to ${target}, and redirects are not followed. Connect it by its final address.`,
  );
}

/** The message in an error response; undefined if there is none. */
export function messageIn({ body }: Answer): string | undefined {
  if (body.kind !== 'json' || typeof body.value !== 'object' || body.value === null) return undefined;
  const { message } = body.value as { readonly message?: unknown };
  return typeof message === 'string' ? message.slice(0, 1_000) : undefined;
}
