import { authorizationOf } from '../../client/credentials.ts';
import type { Answer, Call, Transport } from '../../contract/call.ts';
import { operations } from '../../contract/index.ts';
import type { Operation } from '../../contract/operation.ts';
import { wallClock } from '../print/wall-clock.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { refreshed } from './grants.ts';
import type { LoginStore, Tokens } from './login-store.ts';

const expired = (url: URL, userName: string): Failure =>
  new Failure(exitCodes.loginNeeded, {
    what: `The login of ${userName} at ${url.href} has expired.`,
    why: '401: the server no longer accepts the saved tokens.',
    next: 'Sign in again: edu-repo login',
  });

/** Whether an access token expires within a minute, or within a tenth of its lifetime if that is shorter. */
const expiresSoon = ({ expiresAt, lifetime }: Tokens): boolean =>
  wallClock() > expiresAt - Math.min(60_000, lifetime / 10);

/**
 * A valid access token for the next call. One process at a time refreshes the tokens, because a refresh token can be used once;
 * other processes wait for the new tokens. `rejected` is an access token that the server did not accept.
 */
async function accessToken(url: URL, logins: LoginStore, send: Transport, rejected?: string): Promise<string> {
  const isUsable = (tokens: Tokens): boolean => tokens.access !== rejected && !expiresSoon(tokens);
  const before = await logins.read(url);
  if (before?.tokens !== undefined && isUsable(before.tokens)) return before.tokens.access;
  return logins.alone(url, async () => {
    const login = await logins.read(url);
    if (login?.tokens === undefined) throw expired(url, login?.userName ?? before?.userName ?? 'unknown');
    if (isUsable(login.tokens)) return login.tokens.access;
    const tokens = await refreshed(send, login.client, login.tokens.refresh);
    if (tokens === undefined) throw expired(url, login.userName);
    await logins.write(url, { ...login, tokens });
    return tokens.access;
  });
}

// The body of an upload can be read only once.
function canBeRepeated(call: Call): boolean {
  const operation: Operation = operations[call.operation];
  return operation.body?.kind !== 'upload';
}

/**
 * Sends every call with the token of a stored login. Refreshes the token before it expires, or when the server does not
 * accept it. Rejects with a failure with exit code 4 if the login has expired.
 */
export function createSignedInTransport(url: URL, logins: LoginStore, send: Transport): Transport {
  const sendWith = (call: Call, token: string): Promise<Answer> =>
    send({ ...call, headers: { ...call.headers, authorization: authorizationOf({ kind: 'bearer', token }) } });
  return async (call) => {
    const token = await accessToken(url, logins, send);
    const answer = await sendWith(call, token);
    if (answer.status !== 401 || !canBeRepeated(call)) return answer;
    const again = await sendWith(call, await accessToken(url, logins, send, token));
    if (again.status === 401) throw expired(url, (await logins.read(url))?.userName ?? 'unknown');
    return again;
  };
}
