import { hashOfSecret, isSameHash } from '../../domain/identity/secret-hash.ts';
import type { TokenFamilyRecord } from '../../domain/identity/sign-in-records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Change } from '../../ports/store.ts';
import type { CredentialVerifier, SignedInPerson, VerifiedCredentials } from './credential-verification.ts';
import type { OAuthClient, OAuthClientService } from './oauth-clients.ts';

/** What the token endpoint gives. Of both, only hashes are stored. */
export interface GrantedTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Of the access token, in seconds. */
  readonly expiresIn: number;
  readonly userName: string;
}

/**
 * Access and refresh tokens. Those of one sign-in are a family, of which only the present two are good. A refresh token
 * that was used before ends its family: somebody else may have it.
 */
export interface TokenService {
  /** The first tokens of a new family; undefined where the person is gone or has other credentials since. */
  open(client: OAuthClient, person: SignedInPerson): Promise<GrantedTokens | undefined>;
  /** The next tokens of the family; the ones before end. Undefined where the refresh token is worth nothing (any more). */
  refresh(client: OAuthClient, refreshToken: string): Promise<GrantedTokens | undefined>;
  byAccessToken(accessToken: string): Promise<VerifiedCredentials | undefined>;
}

const day = 24 * 3_600_000;

/** In milliseconds. A family ends a month after its sign-in, and two weeks after its last refresh. */
const familyLifetime = 30 * day;
const refreshLifetime = 14 * day;

/** In milliseconds: by so much the clock may be set back before a restart without ending tokens. */
const clockSlack = 10 * 60_000;

/** Also over where it would live longer than any token: the clock was set back, and nothing tells for how long it has lived. */
const isOver = (until: number, lifetime: number, now: number): boolean =>
  now >= until || until - now > lifetime + clockSlack;

/** The family's id and the secret; undefined where it cannot be a token of ours. */
function split(token: string): readonly [id: string, secret: string] | undefined {
  const [, id, secret] = /^([\w-]{20,64})\.([\w-]{20,64})$/.exec(token) ?? [];
  return id === undefined || secret === undefined ? undefined : [id, secret];
}

export function createTokenService(
  seams: Pick<Seams, 'store' | 'clock' | 'randomness' | 'log'>,
  proofs: CredentialVerifier,
  clients: Pick<OAuthClientService, 'find'>,
  /** `expiresIn`: of an access token, in seconds. */
  options: { readonly expiresIn: number },
): TokenService {
  const { store, clock, randomness, log } = seams;
  const { expiresIn } = options;

  type Origin = Pick<TokenFamilyRecord, 'client' | 'clientStamp' | 'userName' | 'credentialStamp' | 'endsAt'>;

  const putTokens = (change: Change, id: string, origin: Origin, now: number): GrantedTokens => {
    const [access, refresh] = [randomness.secret(), randomness.secret()];
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
  };

  const isOf = (family: TokenFamilyRecord, client: OAuthClient | undefined): boolean =>
    client !== undefined && family.client === client.id && family.clientStamp === client.stamp;

  const stampIn = async (change: Change, userName: string): Promise<string | undefined> =>
    (await change.people.get(userName))?.credentialStamp;

  const accessHolds = async (id: string, secretHash: string): Promise<boolean> => {
    const family = await store.tokenFamilies.get(id);
    const now = clock.now().getTime();
    if (family === undefined || isOver(family.accessUntil, expiresIn * 1_000, now)) return false;
    return isSameHash(secretHash, family.accessHash) && isOf(family, await clients.find(family.client));
  };

  return {
    open: (client, { userName, credentialStamp }) =>
      store.change(async (change) => {
        if ((await stampIn(change, userName)) !== credentialStamp) return undefined;
        const now = clock.now().getTime();
        const origin = { client: client.id, clientStamp: client.stamp, userName, credentialStamp };
        return putTokens(change, randomness.secret(), { ...origin, endsAt: now + familyLifetime }, now);
      }),
    async refresh(client, refreshToken) {
      const [id, secret] = split(refreshToken) ?? [];
      if (id === undefined || secret === undefined) return undefined;
      const outcome = await store.change(async (change) => {
        const family = await change.tokenFamilies.get(id);
        if (family === undefined) return 'unknown';
        const now = clock.now().getTime();
        const good =
          isOf(family, client) &&
          !isOver(family.refreshUntil, refreshLifetime, now) &&
          isSameHash(hashOfSecret(secret), family.refreshHash) &&
          (await stampIn(change, family.userName)) === family.credentialStamp;
        if (good) return putTokens(change, id, family, now);
        change.tokenFamilies.delete(id);
        return { ended: family };
      });
      if (outcome === 'unknown') return undefined;
      if (!('ended' in outcome)) return outcome;
      log.warn('A refresh token that is worth nothing was shown: all tokens of its sign-in have ended.', {
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
      return proofs.verify(family, () => accessHolds(id, secretHash));
    },
  };
}
