import { badRequest, notFound } from '../../../base/errors/errors.ts';
import { publicClientId } from '../../../base/public-client.ts';
import { hashOfSecret, isSameHash } from '../../../domain/identity/secret-hash.ts';
import type { Seams } from '../../../ports/seams.ts';
import type { SignInGuard } from '../guard/sign-in-guard.ts';

/** A client of the token endpoint. */
export interface OAuthClient {
  readonly id: string;
  /** Where the client is defined. Only clients in the repository can be removed through the API. */
  readonly origin: 'configuration' | 'repository';
  /** Changes whenever the secret changes. */
  readonly stamp: string;
}

interface KnownClient extends OAuthClient {
  /** Undefined for the public client, which has no secret. */
  readonly secretHash: string | undefined;
}

export interface OAuthClientOptions {
  /** Secrets by client ID. */
  readonly clients: ReadonlyMap<string, string>;
  /** Whether there is a public client, with which people sign in by their password alone. */
  readonly publicClient: boolean;
}

const publicClient: KnownClient = {
  id: publicClientId,
  origin: 'configuration',
  secretHash: undefined,
  stamp: hashOfSecret(`public\0${publicClientId}`),
};

const idPattern = /^[\w.@:+~-]{1,100}$/;

const byId = (a: OAuthClient, b: OAuthClient): number => (a.id < b.id ? -1 : 1);

function configuredClient(id: string, secret: string): KnownClient {
  const secretHash = hashOfSecret(secret);
  return { id, origin: 'configuration', secretHash, stamp: hashOfSecret(`${id}\0${secretHash}`) };
}

/** The clients of the token endpoint. */
export class OAuthClientService {
  readonly #seams: Pick<Seams, 'store' | 'clock' | 'randomness'>;
  readonly #guard: SignInGuard;
  readonly #configured: ReadonlyMap<string, KnownClient>;
  readonly #hasPublicClient: boolean;
  readonly #unknownHash: string;

  /** `guard` must be for clients only, because a client and a person may have the same name. */
  constructor(
    seams: Pick<Seams, 'store' | 'clock' | 'randomness'>,
    guard: SignInGuard,
    { clients, publicClient: hasPublicClient }: OAuthClientOptions,
  ) {
    this.#seams = seams;
    this.#guard = guard;
    this.#configured = new Map([...clients].map(([id, secret]) => [id, configuredClient(id, secret)]));
    this.#hasPublicClient = hasPublicClient;
    this.#unknownHash = hashOfSecret(seams.randomness.secret());
  }

  /**
   * Resolves to undefined if the client is unknown or its secret is wrong. Rejects with `TooManyRequests` after too many
   * such attempts.
   */
  async authenticate(id: string, secret: string, address: string | undefined): Promise<OAuthClient | undefined> {
    const client = idPattern.test(id) ? await this.#find(id) : undefined;
    // There is no secret to guess. The guard for people counts wrong passwords, and wrong secrets of others must not delay this client.
    if (client !== undefined && client.secretHash === undefined && secret === '') return client;
    const right = await this.#guard.attempt(
      { account: id, address, exists: client !== undefined },
      // An unknown client costs the same work, so that the response time does not reveal which clients exist.
      async () => isSameHash(hashOfSecret(secret), client?.secretHash ?? this.#unknownHash) && client !== undefined,
    );
    return right ? client : undefined;
  }

  find(id: string): Promise<OAuthClient | undefined> {
    return this.#find(id);
  }

  /** All registered clients, ordered by ID. The public client is not one of them. */
  async list(): Promise<readonly OAuthClient[]> {
    const stored: OAuthClient[] = [];
    for await (const [id, { stamp }] of this.#seams.store.oauthClients.entries()) {
      if (!this.#configured.has(id)) stored.push({ id, origin: 'repository', stamp });
    }
    return [...this.#configured.values(), ...stored].sort(byId);
  }

  /** Adds a client, or gives an existing one a new secret, which ends all its tokens. Resolves to the secret. */
  async add(id: string): Promise<string> {
    if (!idPattern.test(id)) {
      throw badRequest('A client ID must consist of 1 to 100 letters, digits, or the characters "._@:+~-".');
    }
    this.#requireNotConfigured(id);
    const { store, clock, randomness } = this.#seams;
    const [secret, stamp] = [randomness.secret(), randomness.secret()];
    const record = { secretHash: hashOfSecret(secret), stamp, createdAt: clock.now().toISOString() };
    await store.change(async (change) => change.oauthClients.put(id, record));
    return secret;
  }

  /** Removes a client, and ends all its tokens. */
  async remove(id: string): Promise<void> {
    this.#requireNotConfigured(id);
    await this.#seams.store.change(async (change) => {
      if (!(await change.oauthClients.has(id))) throw notFound('Client', id.slice(0, 100));
      change.oauthClients.delete(id);
    });
  }

  /** A registered client takes precedence over the public one with the same ID. */
  async #find(id: string): Promise<KnownClient | undefined> {
    const configured = this.#configured.get(id);
    if (configured !== undefined) return configured;
    const record = await this.#seams.store.oauthClients.get(id);
    if (record !== undefined) return { id, origin: 'repository', secretHash: record.secretHash, stamp: record.stamp };
    return this.#hasPublicClient && id === publicClient.id ? publicClient : undefined;
  }

  #requireNotConfigured(id: string): void {
    if (!this.#configured.has(id)) return;
    throw badRequest(
      `The client ${id} is defined in the configuration. Change it there, in authentication.oauth.clients.`,
    );
  }
}
