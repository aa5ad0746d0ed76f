import { AnswerError } from '../../client/answer-error.ts';
import { createClient } from '../../client/client.ts';
import type { Transport } from '../../contract/call.ts';
import { wallClock } from '../print/wall-clock.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
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
 * Asks the token endpoint; its answer where it refuses (401). Where it only asks to come later, which it says by 401 too,
 * rejects with a failure of exit code 8: what was shown may be right.
 */
async function granted(send: Transport, client: OAuthClient, fields: Fields): Promise<Tokens | AnswerError> {
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
    return error;
  }
}

const tryAgain = 'Try again; who has forgotten the password asks an administrator for a new one (edu-repo user passwd)';
const registerClient = ({ id }: OAuthClient): string =>
  `An administrator registers a client (edu-repo client add ${id}); then: edu-repo login --client-id ${id} --client-secret-file FILE`;

/** What a server says is wrong; both where it does not tell. */
function refused(where: string, client: OAuthClient, answer: AnswerError): Failure {
  const told = (why: string, next: string): Failure =>
    new Failure(exitCodes.loginNeeded, { what: `${where} gives no token.`, why, next }, { cause: answer });
  if (/client_(?:id|secret)/.test(answer.message)) {
    return told(`401: the client ${client.id} is not registered there with this secret.`, registerClient(client));
  }
  if (/password/i.test(answer.message)) return told('401: the user name or the password is wrong.', tryAgain);
  return told(
    `401: the password is wrong, or the client ${client.id} is not registered there with this secret.`,
    `Try again; if the password is right, an administrator registers a client: edu-repo client add ${client.id}`,
  );
}

/** Signs a person in by the password grant. Throws a failure of exit code 4 where the server refuses. */
export async function signIn(
  send: Transport,
  where: string,
  client: OAuthClient,
  person: { readonly userName: string; readonly password: string },
): Promise<Tokens> {
  const { userName: username, password } = person;
  const tokens = await granted(send, client, { grant_type: 'password', username, password });
  if (tokens instanceof AnswerError) throw refused(where, client, tokens);
  return tokens;
}

/** Gets new tokens for a refresh token, which is used up by it; undefined where the server does not take it. */
export async function refreshed(send: Transport, client: OAuthClient, refresh: string): Promise<Tokens | undefined> {
  const tokens = await granted(send, client, { grant_type: 'refresh_token', refresh_token: refresh });
  return tokens instanceof AnswerError ? undefined : tokens;
}
