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
      why: '401 with Retry-After: after too many failed attempts, the server did not check the credentials.',
      next: `Try again in ${wait / 1_000} seconds`,
    },
    { cause: error },
  );

/**
 * Requests tokens. Resolves with the response if the server rejects the credentials (401). A 401 with `Retry-After` means
 * that the server did not check them. In this case, rejects with a failure with exit code 8.
 */
async function requestTokens(send: Transport, client: OAuthClient, fields: Fields): Promise<Tokens | AnswerError> {
  // Taken before the request, so that a slow response does not extend the lifetime of a token.
  const requestedAt = wallClock();
  try {
    const secret = client.secret === undefined ? {} : { client_secret: client.secret };
    const body = { ...fields, client_id: client.id, ...secret };
    const answer = await createClient(send).createToken({ body });
    // Some servers send the numbers as strings.
    const lifetime = Number(answer.expires_in) * 1000;
    const untilEnd = Number(answer.refresh_expires_in) * 1000;
    return {
      ...{ access: answer.access_token, refresh: answer.refresh_token, lifetime, expiresAt: requestedAt + lifetime },
      ...(untilEnd > 0 && { endsAt: requestedAt + untilEnd }),
    };
  } catch (error) {
    if (!(error instanceof AnswerError) || error.status !== 401) throw error;
    if (error.retryAfter !== undefined) throw tooEarly(error, error.retryAfter);
    return error;
  }
}

const tryAgain = 'Try again. If you forgot the password, ask an administrator for a new one (edu-repo user passwd)';
const registerClient = ({ id }: OAuthClient): string =>
  `Ask an administrator to register the client (edu-repo client add ${id}); then: edu-repo login --client-id ${id} --client-secret-file FILE`;

const refusal = (where: string, why: string, next: string, cause?: AnswerError): Failure =>
  new Failure(exitCodes.loginNeeded, { what: `Cannot sign in to ${where}.`, why, next }, { cause });

/** The server checked the password, and it is wrong. */
export const wrongPassword = (where: string, cause?: AnswerError): Failure =>
  refusal(where, '401: the user name or the password is wrong.', tryAgain, cause);

const isAboutClient = ({ message }: AnswerError): boolean => /client_(?:id|secret)/.test(message);
const isAboutPassword = ({ message }: AnswerError): boolean => /password/i.test(message);

/** The failure names the user or the client as the cause, or both if the server does not say which. */
function refused(where: string, client: OAuthClient, answer: AnswerError): Failure {
  if (isAboutClient(answer)) {
    const why = `401: the client ${client.id} is not registered there with this secret.`;
    return refusal(where, why, registerClient(client), answer);
  }
  if (isAboutPassword(answer)) return wrongPassword(where, answer);
  return refusal(
    where,
    `401: the password is wrong, or the client ${client.id} is not registered there with this secret.`,
    `Try again. If the password is right, ask an administrator to register the client: edu-repo client add ${client.id}`,
    answer,
  );
}

export interface Person {
  readonly userName: string;
  readonly password: string;
}

const passwordGrant = (send: Transport, client: OAuthClient, { userName: username, password }: Person) =>
  requestTokens(send, client, { grant_type: 'password', username, password });

/** Signs a person in with the password grant. Throws a failure with exit code 4 if the server refuses. */
export async function signIn(send: Transport, where: string, client: OAuthClient, person: Person): Promise<Tokens> {
  const tokens = await passwordGrant(send, client, person);
  if (tokens instanceof AnswerError) throw refused(where, client, tokens);
  return tokens;
}

/** Statuses of servers that have no token endpoint, or refuse a client as RFC 6749 says. */
const refusesClient: readonly number[] = [400, 403, 404, 405, 501];

/**
 * Signs a person in with the password grant. Undefined if the server does not know the client, or does not say what is wrong.
 * Throws a failure with exit code 4 if it says that the password is wrong.
 */
export async function signInIfKnown(
  send: Transport,
  where: string,
  client: OAuthClient,
  person: Person,
): Promise<Tokens | undefined> {
  try {
    const tokens = await passwordGrant(send, client, person);
    if (!(tokens instanceof AnswerError)) return tokens;
    if (!isAboutClient(tokens) && isAboutPassword(tokens)) throw wrongPassword(where, tokens);
    return undefined;
  } catch (error) {
    if (error instanceof AnswerError && refusesClient.includes(error.status)) return undefined;
    throw error;
  }
}

/** Exchanges a refresh token, which can be used once, for new tokens. Undefined if the server does not accept it. */
export async function refreshed(send: Transport, client: OAuthClient, refresh: string): Promise<Tokens | undefined> {
  const tokens = await requestTokens(send, client, { grant_type: 'refresh_token', refresh_token: refresh });
  return tokens instanceof AnswerError ? undefined : tokens;
}
