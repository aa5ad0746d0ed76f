import { hashOfSecret, isSameHash } from '../../domain/identity/secret-hash.ts';
import type { TokenFamilyRecord } from '../../domain/identity/sign-in-records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Change } from '../../ports/store.ts';
import type { OAuthClient, OAuthClientService } from './apps/oauth-clients.ts';
import type { CredentialVerifier, SignedInPerson, VerifiedCredentials } from './verified-credentials.ts';

/** The result of the token endpoint. The store has only hashes of the tokens. */
export interface GrantedTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Lifetime of the access token in seconds. */
  readonly expiresIn: number;
  /** Lifetime of the refresh token in seconds. */
  readonly refreshExpiresIn: number;
  readonly userName: string;
}

const day = 24 * 3_600_000;

/**
 * The lifetimes of a token family, in milliseconds. A family ends 30 days after its sign-in, and 14 days after its last
 * refresh.
 */
const familyLifetime = 30 * day;
const refreshLifetime = 14 * day;

/** The clock may be set back by this many milliseconds before a restart without ending tokens. */
const clockTolerance = 10 * 60_000;

/** Whether a lifetime has ended, or its end is further away than it allows: the clock was set back, so the age is unknown. */
const hasEnded = (until: number, lifetime: number, now: number): boolean =>
  now >= until || until - now > lifetime + clockTolerance;

/** The family's ID and the secret. Undefined if the token is malformed. */
function split(token: string): readonly [id: string, secret: string] | undefined {
  const [, id, secret] = /^([\w-]{20,64})\.([\w-]{20,64})$/.exec(token) ?? [];
  return id === undefined || secret === undefined ? undefined : [id, secret];
}

interface TokenParts extends Pick<Seams, 'store' | 'clock' | 'randomness' | 'log'> {
  readonly verifier: CredentialVerifier;
  readonly clients: Pick<OAuthClientService, 'find'>;
  /** Lifetime of an access token in seconds. */
  readonly expiresIn: number;
}

type FamilyOrigin = Pick<TokenFamilyRecord, 'client' | 'clientStamp' | 'userName' | 'credentialStamp' | 'endsAt'>;

/** Writes the family with new tokens. */
function putTokens(
  { randomness, expiresIn }: TokenParts,
  change: Change,
  { id, origin }: { readonly id: string; readonly origin: FamilyOrigin },
  now: number,
): GrantedTokens {
  const refreshUntil = Math.min(now + refreshLifetime, origin.endsAt);
  const [access, refresh] = [randomness.secret(), randomness.secret()];
  change.tokenFamilies.put(id, {
    ...origin,
    accessHash: hashOfSecret(access),
    accessUntil: Math.min(now + expiresIn * 1_000, origin.endsAt),
    refreshHash: hashOfSecret(refresh),
    refreshUntil,
  });
  const [accessToken, refreshToken] = [`${id}.${access}`, `${id}.${refresh}`];
  const refreshExpiresIn = Math.floor((refreshUntil - now) / 1_000);
  return { accessToken, refreshToken, expiresIn, refreshExpiresIn, userName: origin.userName };
}

const belongsTo = (family: TokenFamilyRecord, client: OAuthClient | undefined): boolean =>
  client !== undefined && family.client === client.id && family.clientStamp === client.stamp;

const credentialStampOf = async (change: Change, userName: string): Promise<string | undefined> =>
  (await change.people.get(userName))?.credentialStamp;

/** Whether the person is still there, is not blocked, and has the credentials of the first sign-in. */
async function canSignIn(change: Change, { userName, credentialStamp }: TokenFamilyRecord): Promise<boolean> {
  const person = await change.people.get(userName);
  return person !== undefined && person.blocked !== true && person.credentialStamp === credentialStamp;
}

async function isRefreshable(
  change: Change,
  family: TokenFamilyRecord,
  { client, secret, now }: { readonly client: OAuthClient; readonly secret: string; readonly now: number },
): Promise<boolean> {
  return (
    belongsTo(family, client) &&
    !hasEnded(family.refreshUntil, refreshLifetime, now) &&
    isSameHash(hashOfSecret(secret), family.refreshHash) &&
    (await canSignIn(change, family))
  );
}

/**
 * Access and refresh tokens. The tokens of one sign-in form a family. Only the latest access token and the latest refresh
 * token of a family are valid. Using a refresh token twice ends its family, because the token may be stolen.
 */
export class TokenService {
  readonly #parts: TokenParts;

  constructor(parts: TokenParts) {
    this.#parts = parts;
  }

  /** The first tokens of a new family. Undefined if the person was deleted or the credentials have changed. */
  open(client: OAuthClient, { userName, credentialStamp }: SignedInPerson): Promise<GrantedTokens | undefined> {
    return this.#parts.store.change(async (change) => {
      if ((await credentialStampOf(change, userName)) !== credentialStamp) return undefined;
      const now = this.#now();
      const origin = { client: client.id, clientStamp: client.stamp, userName, credentialStamp };
      const family = { id: this.#parts.randomness.secret(), origin: { ...origin, endsAt: now + familyLifetime } };
      return putTokens(this.#parts, change, family, now);
    });
  }

  /** The next tokens of the family, which replace the previous ones. Undefined if the refresh token is not valid. */
  async refresh(client: OAuthClient, refreshToken: string): Promise<GrantedTokens | undefined> {
    const [id, secret] = split(refreshToken) ?? [];
    if (id === undefined || secret === undefined) return undefined;
    return this.#parts.store.change(async (change) => {
      const family = await change.tokenFamilies.get(id);
      if (family === undefined) return undefined;
      const now = this.#now();
      if (await isRefreshable(change, family, { client, secret, now })) {
        return putTokens(this.#parts, change, { id, origin: family }, now);
      }
      change.tokenFamilies.delete(id);
      const details = { person: family.userName, client: family.client };
      const message = 'A client sent an invalid refresh token. All tokens of that sign-in have ended.';
      change.afterCommit(() => this.#parts.log.warn(message, details));
      return undefined;
    });
  }

  /** The person with this access token; undefined if the token is not valid. */
  async byAccessToken(accessToken: string): Promise<VerifiedCredentials | undefined> {
    const [id, secret] = split(accessToken) ?? [];
    if (id === undefined || secret === undefined) return undefined;
    const secretHash = hashOfSecret(secret);
    const family = await this.#parts.store.tokenFamilies.get(id);
    return family && this.#parts.verifier.verify(family, () => this.#isAccessValid(id, secretHash));
  }

  async #isAccessValid(id: string, secretHash: string): Promise<boolean> {
    const { store, clients, expiresIn } = this.#parts;
    const family = await store.tokenFamilies.get(id);
    if (family === undefined || hasEnded(family.accessUntil, expiresIn * 1_000, this.#now())) return false;
    return isSameHash(secretHash, family.accessHash) && belongsTo(family, await clients.find(family.client));
  }

  #now(): number {
    return this.#parts.clock.now().getTime();
  }
}
