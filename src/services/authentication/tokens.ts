import { hashOfSecret, isSameHash } from '../../domain/identity/secret-hash.ts';
import type { TokenFamilyRecord } from '../../domain/identity/sign-in-records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Change } from '../../ports/store.ts';
import type { CredentialVerifier, SignedInPerson, VerifiedCredentials } from './credential-verification.ts';
import type { OAuthClient, OAuthClientService } from './oauth-clients.ts';

/** The result of the token endpoint. Only hashes of both tokens are stored. */
export interface GrantedTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Lifetime of the access token in seconds. */
  readonly expiresIn: number;
  readonly userName: string;
}

/**
 * Access and refresh tokens. The tokens of one sign-in form a family, of which only the two latest are valid. Using a
 * refresh token twice ends its family, because the token may be stolen.
 */
export interface TokenService {
  /** The first tokens of a new family. Undefined if the person is gone or the credentials have changed. */
  open(client: OAuthClient, person: SignedInPerson): Promise<GrantedTokens | undefined>;
  /** The next tokens of the family, which replace the previous ones. Undefined if the refresh token is not valid. */
  refresh(client: OAuthClient, refreshToken: string): Promise<GrantedTokens | undefined>;
  /** Undefined if the access token is not valid. */
  byAccessToken(accessToken: string): Promise<VerifiedCredentials | undefined>;
}

const day = 24 * 3_600_000;

/** In milliseconds. A family ends 30 days after its sign-in, and 14 days after its last refresh. */
const familyLifetime = 30 * day;
const refreshLifetime = 14 * day;

/** In milliseconds. The clock may be set back by this much before a restart without ending tokens. */
const clockTolerance = 10 * 60_000;

/** A token that would live longer than any token can has ended, too: the clock was set back, so its age is unknown. */
const hasEnded = (until: number, lifetime: number, now: number): boolean =>
  now >= until || until - now > lifetime + clockTolerance;

/** The family's ID and the secret. Undefined if the token does not have the form of a token. */
function split(token: string): readonly [id: string, secret: string] | undefined {
  const [, id, secret] = /^([\w-]{20,64})\.([\w-]{20,64})$/.exec(token) ?? [];
  return id === undefined || secret === undefined ? undefined : [id, secret];
}

type FamilyOrigin = Pick<TokenFamilyRecord, 'client' | 'clientStamp' | 'userName' | 'credentialStamp' | 'endsAt'>;

interface TokenIssuer extends Pick<Seams, 'randomness'> {
  /** Lifetime of an access token in seconds. */
  readonly expiresIn: number;
}

/** Writes the family with new tokens. `now` in milliseconds since 1970. */
function putTokens(
  { randomness, expiresIn }: TokenIssuer,
  change: Change,
  family: { readonly id: string; readonly origin: FamilyOrigin },
  now: number,
): GrantedTokens {
  const [access, refresh] = [randomness.secret(), randomness.secret()];
  const { id, origin } = family;
  const { client, clientStamp, userName, credentialStamp, endsAt } = origin;
  change.tokenFamilies.put(id, {
    client,
    clientStamp,
    userName,
    credentialStamp,
    accessHash: hashOfSecret(access),
    accessUntil: Math.min(now + expiresIn * 1_000, endsAt),
    refreshHash: hashOfSecret(refresh),
    refreshUntil: Math.min(now + refreshLifetime, endsAt),
    endsAt,
  });
  return { accessToken: `${id}.${access}`, refreshToken: `${id}.${refresh}`, expiresIn, userName };
}

const belongsTo = (family: TokenFamilyRecord, client: OAuthClient | undefined): boolean =>
  client !== undefined && family.client === client.id && family.clientStamp === client.stamp;

const credentialStampOf = async (change: Change, userName: string): Promise<string | undefined> =>
  (await change.people.get(userName))?.credentialStamp;

async function isRefreshable(
  change: Change,
  family: TokenFamilyRecord,
  { client, secret, now }: { readonly client: OAuthClient; readonly secret: string; readonly now: number },
): Promise<boolean> {
  return (
    belongsTo(family, client) &&
    !hasEnded(family.refreshUntil, refreshLifetime, now) &&
    isSameHash(hashOfSecret(secret), family.refreshHash) &&
    (await credentialStampOf(change, family.userName)) === family.credentialStamp
  );
}

export function createTokenService(
  { store, clock, randomness, log }: Pick<Seams, 'store' | 'clock' | 'randomness' | 'log'>,
  verifier: CredentialVerifier,
  clients: Pick<OAuthClientService, 'find'>,
  /** `expiresIn`: lifetime of an access token in seconds. */
  { expiresIn }: { readonly expiresIn: number },
): TokenService {
  const issuer: TokenIssuer = { randomness, expiresIn };

  const isAccessValid = async (id: string, secretHash: string): Promise<boolean> => {
    const family = await store.tokenFamilies.get(id);
    const now = clock.now().getTime();
    if (family === undefined || hasEnded(family.accessUntil, expiresIn * 1_000, now)) return false;
    return isSameHash(secretHash, family.accessHash) && belongsTo(family, await clients.find(family.client));
  };

  return {
    open: (client, { userName, credentialStamp }) =>
      store.change(async (change) => {
        if ((await credentialStampOf(change, userName)) !== credentialStamp) return undefined;
        const now = clock.now().getTime();
        const origin = { client: client.id, clientStamp: client.stamp, userName, credentialStamp };
        const family = { id: randomness.secret(), origin: { ...origin, endsAt: now + familyLifetime } };
        return putTokens(issuer, change, family, now);
      }),
    async refresh(client, refreshToken) {
      const [id, secret] = split(refreshToken) ?? [];
      if (id === undefined || secret === undefined) return undefined;
      const outcome = await store.change(async (change) => {
        const family = await change.tokenFamilies.get(id);
        if (family === undefined) return 'unknown';
        const now = clock.now().getTime();
        if (await isRefreshable(change, family, { client, secret, now })) {
          return putTokens(issuer, change, { id, origin: family }, now);
        }
        change.tokenFamilies.delete(id);
        return { ended: family };
      });
      if (outcome === 'unknown') return undefined;
      if (!('ended' in outcome)) return outcome;
      log.warn('A client sent an invalid refresh token. All tokens of its sign-in have ended.', {
        person: outcome.ended.userName,
        client: outcome.ended.client,
      });
      return undefined;
    },
    async byAccessToken(accessToken) {
      const [id, secret] = split(accessToken) ?? [];
      if (id === undefined || secret === undefined) return undefined;
      const secretHash = hashOfSecret(secret);
      const family = await store.tokenFamilies.get(id);
      if (family === undefined) return undefined;
      return verifier.verify(family, () => isAccessValid(id, secretHash));
    },
  };
}
