import { AnswerError } from '../../client/answer-error.ts';
import { createClient } from '../../client/client.ts';
import type { Transport } from '../../contract/call.ts';
import { exitCodes } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import { wallClock } from '../wall-clock.ts';
import type { OAuthClient, Tokens } from './login-store.ts';

type Fields =
  | { readonly grant_type: 'password'; readonly username: string; readonly password: string }
  | { readonly grant_type: 'refresh_token'; readonly refresh_token: string };

const tooEarly = (error: AnswerError, wait: number): Failure =>
  new Failure(
    exitCodes.unreachable,
    {
      what: error.message,
      why: '401 with Retry-After: the server did not look at what was shown, as there were too many attempts.',
      next: `Try again in ${wait / 1_000} seconds`,
    },
    { cause: error },
  );

/**
 * Asks the token endpoint; undefined where it refuses (401). Where it only asks to come later, which it says by 401 too,
 * rejects with a failure of exit code 8: what was shown may be right.
 */
async function granted(send: Transport, client: OAuthClient, fields: Fields): Promise<Tokens | undefined> {
  // Counted from before the question: an answer that was long on its way does not lengthen a token's life.
  const asked = wallClock();
  try {
    const body = { ...fields, client_id: client.id, client_secret: client.secret };
    const { access_token: access, refresh_token: refresh, expires_in } = await createClient(send).createToken({ body });
    // Some servers write the number as text.
    const lifetime = Number(expires_in) * 1000;
    return { access, refresh, lifetime, expiresAt: asked + lifetime };
  } catch (error) {
    if (!(error instanceof AnswerError) || error.status !== 401) throw error;
    if (error.retryAfter !== undefined) throw tooEarly(error, error.retryAfter);
    return undefined;
  }
}

const refused = (where: string, client: OAuthClient): Failure =>
  new Failure(exitCodes.loginNeeded, {
    what: `${where} gives no token.`,
    why: `401: the password is wrong, or the client ${client.id} is not registered there with this secret.`,
    next: `Try again; if the password is right, an administrator registers a client: edu-repo client add ${client.id}`,
  });

/** Signs a person in by the password grant. Throws a failure of exit code 4 where the server refuses. */
export async function signIn(
  send: Transport,
  where: string,
  client: OAuthClient,
  person: { readonly userName: string; readonly password: string },
): Promise<Tokens> {
  const { userName: username, password } = person;
  const tokens = await granted(send, client, { grant_type: 'password', username, password });
  if (tokens === undefined) throw refused(where, client);
  return tokens;
}

/** Gets new tokens for a refresh token, which is used up by it; undefined where the server does not take it. */
export const refreshed = (send: Transport, client: OAuthClient, refresh: string): Promise<Tokens | undefined> =>
  granted(send, client, { grant_type: 'refresh_token', refresh_token: refresh });
