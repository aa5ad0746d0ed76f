import { badRequest, RepositoryError } from '../../base/errors/errors.ts';
import type { Call } from '../../contract/call.ts';
import { anonymousCaller } from '../../domain/access/caller.ts';
import { hashOfSecret, isSameHash } from '../../domain/identity/secret-hash.ts';
import type { VerifiedCredentials } from '../../services/authentication/verified-credentials.ts';
import { firstAdmin } from '../../services/identity/bootstrap.ts';
import type { Services } from '../../services/services.ts';
import { credentialHeaders, type HeaderCredentials, readCredentials } from './header-credentials.ts';
import type { Identity } from './identity.ts';

/**
 * Signs in by the credentials in the headers; undefined if there are none. Rejects with `BadRequest` if two headers
 * name different people.
 */
export type HeaderSignIn = (call: Pick<Call, 'headers' | 'clientAddress'>) => Promise<Identity> | undefined;

type Parts = Pick<Services, 'signIn' | 'logRefusedSignIn' | 'callers' | 'tokens' | 'runTokens' | 'tickets'>;

interface HeaderSignInState extends Parts {
  readonly operatorHash: string | undefined;
}

type ClientAddress = string | undefined;

const failed: Identity = { caller: anonymousCaller, by: 'failed' };

/** The reasons in the log by scheme. `basic` is missing, because the service that checks passwords logs refusals itself. */
const refusalReasons = { bearer: 'unknown or expired token', ticket: 'unknown or expired ticket' };

/** Whether the credentials were not checked. The same credentials may succeed later. */
const isTemporary = ({ code }: RepositoryError): boolean => code === 'TooManyRequests' || code === 'Unavailable';

const isOperator = (credentials: HeaderCredentials, { operatorHash }: HeaderSignInState): boolean =>
  credentials.scheme === 'bearer' &&
  operatorHash !== undefined &&
  isSameHash(hashOfSecret(credentials.value), operatorHash);

async function verify(
  { signIn, tokens, runTokens, tickets }: HeaderSignInState,
  credentials: HeaderCredentials,
  clientAddress: ClientAddress,
): Promise<VerifiedCredentials | undefined> {
  switch (credentials.scheme) {
    case 'basic':
      return signIn.byPassword(credentials.userName, credentials.password, clientAddress);
    case 'bearer':
      return (await runTokens.byToken(credentials.value)) ?? tokens.byAccessToken(credentials.value);
    case 'ticket':
      return tickets.byTicket(credentials.value);
  }
}

async function identify(state: HeaderSignInState, header: string, clientAddress: ClientAddress): Promise<Identity> {
  const refused = (reason: string): Identity => {
    state.logRefusedSignIn({ reason, address: clientAddress });
    return failed;
  };
  const credentials = readCredentials(header);
  if (credentials === undefined) return refused('credentials that cannot be read');
  const { scheme } = credentials;
  if (isOperator(credentials, state)) {
    const caller = await state.callers.administrator(firstAdmin);
    if (caller === undefined) return refused('the account admin does not exist');
    return { caller, by: 'header', scheme, isOperator: true };
  }
  const verified = await verify(state, credentials, clientAddress);
  if (verified === undefined) return scheme === 'basic' ? failed : refused(refusalReasons[scheme]);
  return { caller: verified.caller, by: 'header', scheme, credentials: verified };
}

/** A temporary refusal becomes part of the identity, because operations without sign-in still work. */
async function identifyOrRefuse(
  state: HeaderSignInState,
  header: string,
  clientAddress: ClientAddress,
): Promise<Identity> {
  try {
    return await identify(state, header, clientAddress);
  } catch (error) {
    if (error instanceof RepositoryError && isTemporary(error)) return { ...failed, refusal: error };
    throw error;
  }
}

async function identifyByBoth(
  state: HeaderSignInState,
  headers: readonly [string, string],
  clientAddress: ClientAddress,
): Promise<Identity> {
  const [first, second] = await Promise.all([
    identifyOrRefuse(state, headers[0], clientAddress),
    identifyOrRefuse(state, headers[1], clientAddress),
  ]);
  if (first.by === 'failed' || second.by === 'failed') return first.by === 'failed' ? first : second;
  if (first.caller.userName === second.caller.userName) return first;
  throw badRequest('The headers Authorization and Authentication name different people: send one of them.');
}

/**
 * Whether a header has what is sent to FTP servers without an account: `anonymous` and an e-mail address. Moodle's HTTP client adds it
 * to each DELETE.
 */
function namesNoPerson(header: string): boolean {
  const credentials = readCredentials(header);
  if (credentials?.scheme !== 'basic' || credentials.userName !== 'anonymous') return false;
  return /^\s*[^\s@]+@[^\s@]+$/.test(credentials.password);
}

/** The headers with credentials of a person. What names no person is left out of calls that an app signs. */
const personHeaders = (headers: Call['headers']): readonly string[] =>
  credentialHeaders(headers).filter((header) => headers['x-edu-app-id'] === undefined || !namesNoPerson(header));

/**
 * Signs in by `Authorization` or `Authentication`. `operatorToken` is the Bearer token of the operator, who can
 * read the data directory.
 */
export function createHeaderSignIn(services: Parts, operatorToken: string | undefined): HeaderSignIn {
  const { signIn, logRefusedSignIn, callers, tokens, runTokens, tickets } = services;
  const operatorHash = operatorToken === undefined ? undefined : hashOfSecret(operatorToken);
  const state: HeaderSignInState = { signIn, logRefusedSignIn, callers, tokens, runTokens, tickets, operatorHash };
  return ({ headers, clientAddress }) => {
    const [first, second] = personHeaders(headers);
    if (first === undefined) return undefined;
    return second === undefined
      ? identifyOrRefuse(state, first, clientAddress)
      : identifyByBoth(state, [first, second], clientAddress);
  };
}
