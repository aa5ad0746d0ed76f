import { publicClientId } from '../../base/public-client.ts';
import { createClient } from '../../client/client.ts';
import { authorizationOf } from '../../client/credentials.ts';
import type { Transport } from '../../contract/call.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { type Person, signIn, signInIfKnown, wrongPassword } from './grants.ts';
import type { Login, OAuthClient, Tokens } from './login-store.ts';

/** The client that a default configuration of other servers of this interface has. It is no secret. */
const defaultClient: OAuthClient = { id: 'eduApp', secret: 'secret' };
const publicClient: OAuthClient = { id: publicClientId };

/** The client with which a login was opened, or that it is a session. */
export function methodOf({ client }: Pick<Login, 'client'>): string {
  if (client === undefined) return 'a session of the server, which ends when it is not used';
  if (client.id === publicClientId) return `the built-in client ${client.id}`;
  return client.id === defaultClient.id
    ? `the client ${client.id}, usual for servers of this kind`
    : `the client ${client.id}`;
}

/** The user name of those whom the server recognizes by these headers, as it spells it; undefined if it does not. */
async function recognized(send: Transport, headers: Readonly<Record<string, string>>): Promise<string | undefined> {
  const { isValidLogin, isGuest, authorityName } = await createClient(send, () => headers).validateSession();
  return isValidLogin && !isGuest ? (authorityName ?? undefined) : undefined;
}

const noSession = (url: URL): Failure =>
  new Failure(exitCodes.loginNeeded, {
    what: `Cannot stay signed in to ${url.href}.`,
    why: 'The password is right, but the server issues neither tokens nor a session. edu-repo does not store passwords.',
    next: 'Set EDU_REPO_USER and EDU_REPO_PASSWORD, which edu-repo then sends with every call',
  });

/** Signs in with HTTP Basic, and keeps the session that the server opens. Throws a failure with exit code 4 if that fails. */
async function signInBySession(send: Transport, url: URL, person: Person): Promise<Login> {
  let cookies = '';
  const noting: Transport = async (call) => {
    const answer = await send(call);
    cookies = answer.headers['set-cookie'] ?? '';
    return answer;
  };
  const userName = await recognized(noting, { authorization: authorizationOf({ kind: 'basic', ...person }) });
  if (userName === undefined) throw wrongPassword(url.href);
  const session = /\bJSESSIONID=([^;,\s]+)/.exec(cookies)?.[1];
  if (session === undefined || (await recognized(send, { cookie: `JSESSIONID=${session}` })) === undefined)
    throw noSession(url);
  return { url: url.href, client: undefined, userName, tokens: undefined, session };
}

/**
 * Signs in with the chosen client alone; else with the first that the server accepts of the client of an earlier login, the
 * built-in one, and the usual one of other servers; else with a session. Throws a failure with exit code 4 if no way works.
 */
export async function signInByAnyMethod(
  send: Transport,
  url: URL,
  clients: { readonly chosen: OAuthClient | undefined; readonly saved: OAuthClient | undefined },
  person: Person,
): Promise<Login> {
  const { chosen, saved } = clients;
  const byToken = ({ access }: Tokens) =>
    recognized(send, { authorization: authorizationOf({ kind: 'bearer', token: access }) });
  if (chosen !== undefined) {
    const tokens = await signIn(send, url.href, chosen, person);
    return { url: url.href, client: chosen, userName: (await byToken(tokens)) ?? person.userName, tokens };
  }
  const others = [publicClient, defaultClient].filter(({ id }) => id !== saved?.id);
  for (const client of saved === undefined ? others : [saved, ...others]) {
    const tokens = await signInIfKnown(send, url.href, client, person);
    if (tokens === undefined) continue;
    // Some servers issue tokens and ignore them.
    const userName = await byToken(tokens);
    if (userName !== undefined) return { url: url.href, client, userName, tokens };
  }
  return signInBySession(send, url, person);
}
