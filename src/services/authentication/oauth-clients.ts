import { badRequest, notFound } from '../../base/errors/errors.ts';
import { hashOfSecret, isSameHash } from '../../domain/identity/secret-hash.ts';
import type { Seams } from '../../ports/seams.ts';
import type { SignInGuard } from './sign-in-guard.ts';

/** A client of the token endpoint. */
export interface OAuthClient {
  readonly id: string;
  /** Where the client is defined. Only clients in the repository can be removed through the API. */
  readonly origin: 'configuration' | 'repository';
  /** Changes whenever the secret changes. */
  readonly stamp: string;
}

export interface OAuthClientService {
  /**
   * Resolves to undefined if the client is unknown or its secret is wrong. Rejects with `TooManyRequests` after too many
   * such attempts.
   */
  authenticate(id: string, secret: string, address: string | undefined): Promise<OAuthClient | undefined>;
  find(id: string): Promise<OAuthClient | undefined>;
  /** Ordered by ID. */
  list(): Promise<readonly OAuthClient[]>;
  /** Adds a client, or gives an existing one a new secret, which ends all its tokens. Resolves to the secret. */
  add(id: string): Promise<string>;
  /** Also ends all tokens of the client. */
  remove(id: string): Promise<void>;
}

interface ClientWithSecret extends OAuthClient {
  readonly secretHash: string;
}

const idPattern = /^[\w.@:+~-]{1,100}$/;

const byId = (a: OAuthClient, b: OAuthClient): number => (a.id < b.id ? -1 : 1);

function configuredClient(id: string, secret: string): ClientWithSecret {
  const secretHash = hashOfSecret(secret);
  return { id, origin: 'configuration', secretHash, stamp: hashOfSecret(`${id}\0${secretHash}`) };
}

async function storedClient({ store }: Pick<Seams, 'store'>, id: string): Promise<ClientWithSecret | undefined> {
  const record = await store.oauthClients.get(id);
  if (record === undefined) return undefined;
  return { id, origin: 'repository', secretHash: record.secretHash, stamp: record.stamp };
}

/** `guard` must be for clients only, because a client and a person may have the same name. `secrets`: by client ID. */
export function createOAuthClientService(
  seams: Pick<Seams, 'store' | 'clock' | 'randomness'>,
  guard: SignInGuard,
  secrets: ReadonlyMap<string, string>,
): OAuthClientService {
  const { store, clock, randomness } = seams;
  const unknownHash = hashOfSecret(randomness.secret());
  const configured = new Map([...secrets].map(([id, secret]) => [id, configuredClient(id, secret)]));

  const find = async (id: string): Promise<ClientWithSecret | undefined> =>
    configured.get(id) ?? storedClient(seams, id);

  const requireNotConfigured = (id: string): void => {
    if (!configured.has(id)) return;
    throw badRequest(
      `The client ${id} is defined in the configuration. Change it there, in authentication.oauth.clients.`,
    );
  };

  return {
    async authenticate(id, secret, address) {
      const client = idPattern.test(id) ? await find(id) : undefined;
      const right = await guard.attempt(
        { account: id, address, exists: client !== undefined },
        // An unknown client costs the same work, so that the response time does not reveal which clients exist.
        async () => isSameHash(hashOfSecret(secret), client?.secretHash ?? unknownHash) && client !== undefined,
      );
      return right ? client : undefined;
    },
    find,
    async list() {
      const stored: OAuthClient[] = [];
      for await (const [id, { stamp }] of store.oauthClients.entries()) {
        if (!configured.has(id)) stored.push({ id, origin: 'repository', stamp });
      }
      return [...configured.values(), ...stored].sort(byId);
    },
    async add(id) {
      if (!idPattern.test(id)) {
        throw badRequest('A client ID must consist of 1 to 100 letters, digits, or the characters "._@:+~-".');
      }
      requireNotConfigured(id);
      const secret = randomness.secret();
      const record = {
        secretHash: hashOfSecret(secret),
        stamp: randomness.secret(),
        createdAt: clock.now().toISOString(),
      };
      await store.change(async (change) => change.oauthClients.put(id, record));
      return secret;
    },
    async remove(id) {
      requireNotConfigured(id);
      await store.change(async (change) => {
        if (!(await change.oauthClients.has(id))) throw notFound('Client', id.slice(0, 100));
        change.oauthClients.delete(id);
      });
    },
  };
}
