import { RepositoryError } from '../../base/errors/errors.ts';
import type { OAuthClient } from '../../services/authentication/apps/oauth-clients.ts';
import { reasonOfRejection } from '../../services/authentication/refused-sign-ins.ts';
import type { GrantedTokens } from '../../services/authentication/tokens.ts';
import type { Services } from '../../services/services.ts';
import type { Identity } from './identity.ts';

/** The client that a header names. */
type ClientInHeader = Identity['client'];

/**
 * The request with the client of the header (RFC 6749, section 2.3.1), unless the form has a secret. The same ID may be in
 * both.
 */
function withClient(request: GrantRequest, client: ClientInHeader): GrantRequest {
  if (client === undefined || request.client_secret !== '') return request;
  if (request.client_id !== '' && request.client_id !== client.id)
    throw refused('The header Authorization and the field client_id name different clients. Send one of them.');
  return { ...request, client_id: client.id, client_secret: client.secret };
}

/** The form fields of a request to the token endpoint. Missing fields are empty. */
export interface GrantRequest {
  readonly grant_type: string;
  readonly client_id: string;
  readonly client_secret: string;
  readonly username: string;
  readonly password: string;
  readonly refresh_token: string;
}

const refused = (message: string, cause?: RepositoryError): RepositoryError =>
  new RepositoryError('Unauthorized', message, cause === undefined ? {} : { cause, details: { ...cause.details } });

type GrantServices = Pick<Services, 'oauthClients' | 'signIn' | 'tokens' | 'logRefusedSignIn'>;

async function authenticatedClient(
  { oauthClients, logRefusedSignIn }: GrantServices,
  { client_id, client_secret }: GrantRequest,
  address: string | undefined,
) {
  try {
    const client = await oauthClients.authenticate(client_id, client_secret, address);
    if (client === undefined) logRefusedSignIn({ reason: 'unknown client or wrong secret', address });
    return client;
  } catch (error) {
    logRefusedSignIn({ reason: `client: ${reasonOfRejection(error)}`, address });
    throw error;
  }
}

/**
 * Handles the password grant and the refresh grant. Every failure is `Unauthorized`, as the contract requires, including too many
 * attempts.
 */
export function createTokenGrant(services: GrantServices) {
  const { signIn, tokens, logRefusedSignIn } = services;

  const byPassword = async (client: OAuthClient, { username, password }: GrantRequest, address: string | undefined) => {
    const credentials = await signIn.byPassword(username, password, address);
    const opened = credentials && (await tokens.open(client, credentials));
    if (opened === undefined) throw refused('Wrong username or password.');
    return opened;
  };

  const byRefreshToken = async (client: OAuthClient, { refresh_token }: GrantRequest, address: string | undefined) => {
    const refreshed = await tokens.refresh(client, refresh_token);
    if (refreshed !== undefined) return refreshed;
    logRefusedSignIn({ reason: 'unknown, used or expired refresh token', address });
    throw refused('The refresh_token is unknown, was used before, or has expired: sign in again.');
  };

  const grantTokens = async (request: GrantRequest, clientAddress: string | undefined): Promise<GrantedTokens> => {
    const client = await authenticatedClient(services, request, clientAddress);
    if (client === undefined) {
      throw refused('Unknown client_id or wrong client_secret. An administrator can register clients (client add).');
    }
    switch (request.grant_type) {
      case 'password':
        return byPassword(client, request, clientAddress);
      case 'refresh_token':
        return byRefreshToken(client, request, clientAddress);
      default:
        throw refused('grant_type must be password or refresh_token, sent as a form field.');
    }
  };

  return async (
    request: GrantRequest,
    client: ClientInHeader,
    clientAddress: string | undefined,
  ): Promise<GrantedTokens> => {
    try {
      return await grantTokens(withClient(request, client), clientAddress);
    } catch (error) {
      if (error instanceof RepositoryError && error.code === 'TooManyRequests') throw refused(error.message, error);
      throw error;
    }
  };
}
