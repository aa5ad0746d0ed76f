import { authorizationOf } from '../../client/credentials.ts';
import type { Answer, Call, Transport } from '../../contract/call.ts';
import { operations } from '../../contract/index.ts';
import type { Operation } from '../../contract/operation.ts';
import { shellWord } from '../print/shell-word.ts';
import { wallClock } from '../print/wall-clock.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { refreshed } from './grants.ts';
import type { Login, LoginStore, Tokens } from './login-store.ts';

/** The server no longer accepts a stored login. */
export class LoginEnded extends Failure {
  readonly end: 'expired' | 'withdrawn';

  constructor(url: URL, userName: string, end: LoginEnded['end']) {
    const why = {
      expired: '401: the server no longer accepts the saved tokens or session, whose time is over.',
      withdrawn:
        '401: the server no longer accepts the saved tokens, although their time is not over: a new password, a blocked account or a removed client ends them.',
    };
    super(exitCodes.loginNeeded, {
      what: `The login of ${userName} at ${url.href} ${end === 'expired' ? 'has expired' : 'was withdrawn'}.`,
      why: why[end],
      next: `Sign in again: edu-repo login ${url.href} --username ${shellWord(userName)}`,
    });
    this.end = end;
  }
}

/** Whether an access token expires within a minute, or within a tenth of its lifetime if that is shorter. */
const expiresSoon = ({ expiresAt, lifetime }: Tokens): boolean =>
  wallClock() > expiresAt - Math.min(60_000, lifetime / 10);

interface Account {
  readonly url: URL;
  readonly userName: string;
  readonly logins: LoginStore;
}

/**
 * A valid access token for the next call. One process at a time refreshes the tokens, because a refresh token can be used once;
 * other processes wait for the new tokens. `before` is the stored login, and `rejected` an access token that the server did not accept.
 */
async function accessToken(
  { url, userName, logins }: Account,
  send: Transport,
  before: Login | undefined,
  rejected?: string,
): Promise<string> {
  const isUsable = (tokens: Tokens): boolean => tokens.access !== rejected && !expiresSoon(tokens);
  const ended = (tokens: Tokens | undefined) =>
    new LoginEnded(url, userName, tokens !== undefined && wallClock() < tokens.expiresAt ? 'withdrawn' : 'expired');
  if (before?.tokens !== undefined && isUsable(before.tokens)) return before.tokens.access;
  return logins.alone(url, async () => {
    const login = await logins.read(url, userName);
    if (login?.tokens === undefined || login.client === undefined) throw ended(undefined);
    if (isUsable(login.tokens)) return login.tokens.access;
    const tokens = await refreshed(send, login.client, login.tokens.refresh);
    if (tokens === undefined) throw ended(login.tokens);
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
 * Sends every call with the tokens or the session of a stored login. Refreshes the token before it expires, or when the server
 * does not accept it. Rejects with `LoginEnded` if the login has expired or was withdrawn.
 */
export function createSignedInTransport(account: Account, send: Transport): Transport {
  const sendWith = (call: Call, headers: Call['headers']): Promise<Answer> =>
    send({ ...call, headers: { ...call.headers, ...headers } });
  const bearer = (token: string) => ({ authorization: authorizationOf({ kind: 'bearer', token }) });
  const ended = (end: LoginEnded['end']) => new LoginEnded(account.url, account.userName, end);
  return async (call) => {
    const login = await account.logins.read(account.url, account.userName);
    if (login?.session !== undefined) {
      const answer = await sendWith(call, { cookie: `JSESSIONID=${login.session}` });
      if (answer.status === 401) throw ended('expired');
      return answer;
    }
    const token = await accessToken(account, send, login);
    const answer = await sendWith(call, bearer(token));
    if (answer.status !== 401 || !canBeRepeated(call)) return answer;
    const again = await sendWith(call, bearer(await accessToken(account, send, login, token)));
    if (again.status === 401) throw ended('withdrawn');
    return again;
  };
}
