import { authorizationOf } from '../../client/credentials.ts';
import type { Answer, Call, Transport } from '../../contract/call.ts';
import { operations } from '../../contract/index.ts';
import type { Operation } from '../../contract/operation.ts';
import { wallClock } from '../print/wall-clock.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { refreshed } from './grants.ts';
import type { LoginStore, Tokens } from './login-store.ts';

const ended = (url: URL, userName: string): Failure =>
  new Failure(exitCodes.loginNeeded, {
    what: `The sign-in of ${userName} at ${url.href} has ended.`,
    why: '401: the server takes neither its access token nor its refresh token any more.',
    next: 'Sign in again: edu-repo login',
  });

/** A minute before the end, or a tenth of the lifetime where that is shorter. */
const endsSoon = ({ expiresAt, lifetime }: Tokens): boolean =>
  wallClock() > expiresAt - Math.min(60_000, lifetime / 10);

/**
 * The access token for the next call, fresh. Only one process at a time refreshes: the others wait, and take what it
 * has got, as the refresh token can be used once. `rejected` is an access token that the server does not take.
 */
async function accessToken(url: URL, logins: LoginStore, send: Transport, rejected?: string): Promise<string> {
  const isUsable = (tokens: Tokens): boolean => tokens.access !== rejected && !endsSoon(tokens);
  const before = await logins.read(url);
  if (before?.tokens !== undefined && isUsable(before.tokens)) return before.tokens.access;
  return logins.alone(url, async () => {
    const login = await logins.read(url);
    if (login?.tokens === undefined) throw ended(url, login?.userName ?? before?.userName ?? 'nobody');
    if (isUsable(login.tokens)) return login.tokens.access;
    const tokens = await refreshed(send, login.client, login.tokens.refresh);
    if (tokens === undefined) throw ended(url, login.userName);
    await logins.write(url, { ...login, tokens });
    return tokens.access;
  });
}

// A file is read once: it cannot be sent a second time.
function canBeRepeated(call: Call): boolean {
  const operation: Operation = operations[call.operation];
  return operation.body?.kind !== 'upload';
}

/**
 * Sends every call with the token of a kept login, which is refreshed before it ends, or when the server does not take
 * it. Rejects with a failure of exit code 4 where the sign-in has ended.
 */
export function createSignedInTransport(url: URL, logins: LoginStore, send: Transport): Transport {
  const sendWith = (call: Call, token: string): Promise<Answer> =>
    send({ ...call, headers: { ...call.headers, authorization: authorizationOf({ kind: 'bearer', token }) } });
  return async (call) => {
    const token = await accessToken(url, logins, send);
    const answer = await sendWith(call, token);
    if (answer.status !== 401 || !canBeRepeated(call)) return answer;
    const again = await sendWith(call, await accessToken(url, logins, send, token));
    if (again.status === 401) throw ended(url, (await logins.read(url))?.userName ?? 'nobody');
    return again;
  };
}
