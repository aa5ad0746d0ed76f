import { badRequest, notFound } from '../../base/errors/errors.ts';
import { hashOfSecret, isSameHash } from '../../domain/identity/secret-hash.ts';
import type { Seams } from '../../ports/seams.ts';
import type { SignInGuard } from './sign-in-guard.ts';

/** A client of the token endpoint. */
export interface OAuthClient {
  readonly id: string;
  /** Where it is kept: only one of the repository can be removed by a call. */
  readonly origin: 'configuration' | 'repository';
  /** Another one as soon as its secret is another. */
  readonly stamp: string;
}

export interface OAuthClientService {
  /** Undefined where the client is unknown or its secret wrong. Rejects with `TooManyRequests` after too many of these. */
  authenticate(id: string, secret: string, address: string | undefined): Promise<OAuthClient | undefined>;
  find(id: string): Promise<OAuthClient | undefined>;
  /** In the order of their ids. */
  list(): Promise<readonly OAuthClient[]>;
  /** Makes a client, or gives a known one a new secret, which ends all its tokens. Gives the secret. */
  add(id: string): Promise<string>;
  /** Ends all its tokens too. */
  remove(id: string): Promise<void>;
}

interface KnownClient extends OAuthClient {
  readonly secretHash: string;
}

const idForm = /^[\w.@:+~-]{1,100}$/;

const byId = (a: OAuthClient, b: OAuthClient): number => (a.id < b.id ? -1 : 1);

/** `guard` is of clients alone, whose ids may be names of people too; `configured`: ids to secrets. */
export function createOAuthClientService(
  seams: Pick<Seams, 'store' | 'clock' | 'randomness'>,
  guard: SignInGuard,
  configured: ReadonlyMap<string, string>,
): OAuthClientService {
  const { store, clock, randomness } = seams;
  const unknownHash = hashOfSecret(randomness.secret());

  const fromConfiguration = new Map<string, KnownClient>(
    [...configured].map(([id, secret]) => {
      const secretHash = hashOfSecret(secret);
      return [id, { id, origin: 'configuration', secretHash, stamp: hashOfSecret(`${id}\0${secretHash}`) }];
    }),
  );

  const find = async (id: string): Promise<KnownClient | undefined> => {
    const known = fromConfiguration.get(id);
    if (known !== undefined) return known;
    const record = await store.oauthClients.get(id);
    return record === undefined
      ? undefined
      : { id, origin: 'repository', secretHash: record.secretHash, stamp: record.stamp };
  };

  const requireRemovable = (id: string): void => {
    if (!fromConfiguration.has(id)) return;
    throw badRequest(`The client ${id} stands in the configuration: change it in authentication.oauth.clients there.`);
  };

  return {
    async authenticate(id, secret, address) {
      const client = idForm.test(id) ? await find(id) : undefined;
      const right = await guard.attempt(
        { account: id, address, exists: client !== undefined },
        // An unknown client costs the same work.
        async () => isSameHash(hashOfSecret(secret), client?.secretHash ?? unknownHash) && client !== undefined,
      );
      return right ? client : undefined;
    },
    find,
    async list() {
      const kept: OAuthClient[] = [];
      for await (const [id, { stamp }] of store.oauthClients.entries()) {
        if (!fromConfiguration.has(id)) kept.push({ id, origin: 'repository', stamp });
      }
      return [...fromConfiguration.values(), ...kept].sort(byId);
    },
    async add(id) {
      if (!idForm.test(id)) throw badRequest('A client id has 1 to 100 letters, digits, or characters of «._@:+~-».');
      requireRemovable(id);
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
      requireRemovable(id);
      await store.change(async (change) => {
        if (!(await change.oauthClients.has(id))) throw notFound('Client', id.slice(0, 100));
        change.oauthClients.delete(id);
      });
    },
  };
}
