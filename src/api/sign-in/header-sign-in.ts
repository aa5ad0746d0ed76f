import { badRequest, RepositoryError } from '../../base/errors/errors.ts';
import type { Call } from '../../contract/call.ts';
import { anonymousCaller } from '../../domain/access/caller.ts';
import { hashOfSecret, isSameHash } from '../../domain/identity/secret-hash.ts';
import type { VerifiedCredentials } from '../../services/authentication/credential-verification.ts';
import { firstAdmin } from '../../services/identity/bootstrap.ts';
import type { Services } from '../../services/services.ts';
import { credentialHeaders, type HeaderCredentials, readCredentials } from './header-credentials.ts';
import type { Identity } from './identity.ts';

/** Undefined where no header shows credentials. Rejects with `BadRequest` where two of them name different people. */
export type HeaderSignIn = (call: Pick<Call, 'headers' | 'peer'>) => Promise<Identity> | undefined;

type Parts = Pick<Services, 'signIn' | 'logRefusedSignIn' | 'callers' | 'tokens' | 'tickets'>;

/** Passwords are looked at in one place, which logs them itself. */
const reasonsOfOthers = { bearer: 'unknown or ended token', ticket: 'unknown or ended ticket' };

/** Nothing was found wrong: later the same credentials may be right. */
const isForNow = ({ code }: RepositoryError): boolean => code === 'TooManyRequests' || code === 'Unavailable';

/**
 * Tells who signs in by `Authorization` or `Authentication` (section 5). `operatorToken` is the Bearer token of whoever
 * may read the data directory.
 */
export function createHeaderSignIn(services: Parts, operatorToken: string | undefined): HeaderSignIn {
  const { callers } = services;
  const operatorHash = operatorToken === undefined ? undefined : hashOfSecret(operatorToken);
  const failed: Identity = { caller: anonymousCaller, by: 'failed' };

  const isOperator = (credentials: HeaderCredentials): boolean =>
    credentials.scheme === 'bearer' &&
    operatorHash !== undefined &&
    isSameHash(hashOfSecret(credentials.value), operatorHash);

  const proofOf = (
    credentials: HeaderCredentials,
    peer: string | undefined,
  ): Promise<VerifiedCredentials | undefined> => {
    switch (credentials.scheme) {
      case 'basic':
        return services.signIn.byPassword(credentials.userName, credentials.password, peer);
      case 'bearer':
        return services.tokens.byAccessToken(credentials.value);
      case 'ticket':
        return services.tickets.byTicket(credentials.value);
    }
  };

  const byHeader = async (header: string, peer: string | undefined): Promise<Identity> => {
    const credentials = readCredentials(header);
    const refused = (reason: string): Identity => {
      services.logRefusedSignIn({ reason, address: peer });
      return failed;
    };
    if (credentials === undefined) return refused('credentials that cannot be read');
    const { scheme } = credentials;
    if (isOperator(credentials)) {
      const caller = await callers.administrator(firstAdmin);
      return caller === undefined ? refused('the account admin is gone') : { caller, by: 'header', scheme };
    }
    const proof = await proofOf(credentials, peer);
    if (proof === undefined) return scheme === 'basic' ? failed : refused(reasonsOfOthers[scheme]);
    return { caller: proof.caller, by: 'header', scheme, proof };
  };

  /** Also where a header was not looked at, what needs no sign-in is answered. */
  const tried = async (header: string, peer: string | undefined): Promise<Identity> => {
    try {
      return await byHeader(header, peer);
    } catch (error) {
      if (error instanceof RepositoryError && isForNow(error)) return { ...failed, refusal: error };
      throw error;
    }
  };

  const byBoth = async (one: string, other: string, peer: string | undefined): Promise<Identity> => {
    const [first, second] = await Promise.all([tried(one, peer), tried(other, peer)]);
    if (first.by === 'failed' || second.by === 'failed') return first.by === 'failed' ? first : second;
    if (first.caller.userName === second.caller.userName) return first;
    throw badRequest('The headers Authorization and Authentication name different people: send one of them.');
  };

  return ({ headers, peer }) => {
    const [first, second] = credentialHeaders(headers);
    if (first === undefined) return undefined;
    return second === undefined ? tried(first, peer) : byBoth(first, second, peer);
  };
}
