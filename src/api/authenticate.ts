import { badRequest, RepositoryError } from '../base/errors.ts';
import type { Call } from '../contract/call.ts';
import { operations } from '../contract/index.ts';
import { hashOfSecret, isSameHash } from '../domain/secret-hash.ts';
import type { AppRecord } from '../domain/sign-in-records.ts';
import { firstAdmin } from '../services/founding.ts';
import type { Services } from '../services/services.ts';
import { appSignatureOf } from './app-signature.ts';
import { credentialHeaders, readCredentials } from './header-credentials.ts';
import type { Identity } from './identity.ts';
import { sessionIdOf } from './session-cookie.ts';

export type Authenticate = (call: Pick<Call, 'operation' | 'headers' | 'query' | 'peer'>) => Promise<Identity>;

type Parts = Pick<Services, 'signIn' | 'sessions' | 'callers' | 'tokens' | 'tickets' | 'appSignatures'>;

/** A signature that was seen before may not change anything again, nor sign anybody in. */
const useOf = (operation: Call['operation']): 'once' | 'again' =>
  operations[operation].method === 'GET' ? 'again' : 'once';

/**
 * Tells who a call comes from: by `Authorization` or `Authentication` (section 5), else by the session cookie. A
 * header beats the cookie. `operatorToken` is the Bearer token of whoever may read the data directory. A signature of
 * an application is checked wherever one comes; a bad one rejects as `AppSignatureService` says, and so do two headers
 * that name different people, with `BadRequest`.
 */
export function createAuthenticate(services: Parts, operatorToken: string | undefined): Authenticate {
  const { callers } = services;
  const operatorHash = operatorToken === undefined ? undefined : hashOfSecret(operatorToken);
  const failed: Identity = { caller: callers.unknown, by: 'failed' };
  const none: Identity = { caller: callers.unknown, by: 'none' };

  const byBearer = async (token: string): Promise<Identity> => {
    if (operatorHash !== undefined && isSameHash(hashOfSecret(token), operatorHash)) {
      const caller = await callers.administrator(firstAdmin);
      return caller === undefined ? failed : { caller, by: 'header' };
    }
    const proof = await services.tokens.byAccessToken(token);
    return proof === undefined ? failed : { caller: proof.caller, by: 'header', proof };
  };

  const byHeader = async (header: string, peer: string | undefined): Promise<Identity> => {
    const credentials = readCredentials(header);
    if (credentials === undefined) return failed;
    if (credentials.scheme === 'bearer') return byBearer(credentials.value);
    const proof =
      credentials.scheme === 'basic'
        ? await services.signIn.byPassword(credentials.userName, credentials.password, peer)
        : await services.tickets.byTicket(credentials.value);
    return proof === undefined ? failed : { caller: proof.caller, by: 'header', proof };
  };

  /** Also where a header was not looked at, what needs no sign-in is answered. */
  const tried = async (header: string, peer: string | undefined): Promise<Identity> => {
    try {
      return await byHeader(header, peer);
    } catch (error) {
      if (error instanceof RepositoryError && error.code === 'TooManyRequests') return { ...failed, refusal: error };
      throw error;
    }
  };

  const byBoth = async (headers: readonly string[], peer: string | undefined): Promise<Identity> => {
    const [first = failed, second = failed] = await Promise.all(headers.map((header) => tried(header, peer)));
    if (first.by === 'failed' || second.by === 'failed') return first.by === 'failed' ? first : second;
    if (first.caller.userName === second.caller.userName) return first;
    throw badRequest('The headers Authorization and Authentication name different people: send one of them.');
  };

  const bySession = async (id: string): Promise<Identity> => {
    const session = await services.sessions.use(id);
    return session === undefined ? none : { caller: session.caller, by: 'session', proof: session.proof };
  };

  const person = (call: Parameters<Authenticate>[0], sessionId: string | undefined): Promise<Identity> | Identity => {
    const [header, ...others] = credentialHeaders(call.headers);
    if (header !== undefined && others.length > 0) return byBoth([header, ...others], call.peer);
    if (header !== undefined) return tried(header, call.peer);
    return sessionId === undefined ? none : bySession(sessionId);
  };

  const signedBy = (call: Parameters<Authenticate>[0]): Promise<AppRecord> | undefined => {
    const signature = appSignatureOf(call);
    return signature && services.appSignatures.verify(signature, call.peer, useOf(call.operation));
  };

  return async (call) => {
    // Its callers may show the client's secret in a header; whose tokens are asked for stands in the form.
    if (call.operation === 'createToken') return none;
    const sessionId = sessionIdOf(call.headers);
    const identity = await person(call, sessionId);
    const app = signedBy(call);
    // Most calls have neither.
    return sessionId === undefined && app === undefined ? identity : { ...identity, sessionId, app: await app };
  };
}
