import { badRequest, notFound, RepositoryError } from '../../base/errors/errors.ts';
import type { AppRecord } from '../../domain/identity/sign-in-records.ts';
import type { ConnectedRepositoryRecord } from '../../domain/network/connected-repository.ts';
import type { Seams } from '../../ports/seams.ts';
import { keyFingerprint, type RepositoryKeyService } from './repository-keys.ts';

/** What another repository states about itself, and what the administrator allows it. */
interface RepositoryDescription {
  readonly id: string;
  readonly title: string;
  readonly publicKey: string;
  /** The address of its interface. */
  readonly url: URL;
  readonly write: boolean;
  /** The addresses that it calls from, besides that in `url`. */
  readonly hosts: readonly string[];
}

/** The connected repositories. Only administrators may change them; the operations require that. */
export interface ConnectedRepositoryService {
  /** All connected repositories, ordered by ID. */
  list(): Promise<readonly ConnectedRepositoryRecord[]>;
  /** Reads a connected repository; undefined if there is none with this ID. */
  find(id: string): Promise<ConnectedRepositoryRecord | undefined>;
  /** Rejects with `NotFound` if there is no connected repository with this ID. */
  get(id: string): Promise<ConnectedRepositoryRecord>;
  /**
   * Connects a repository and registers it as an app, so that its calls are accepted. Rejects with `BadRequest` if it is
   * this repository or has an unusable ID or key, and with `Conflict` if the ID is taken.
   */
  add(description: RepositoryDescription): Promise<ConnectedRepositoryRecord>;
  /** Disconnects a repository, removes its app, and ends the sign-ins of its people. */
  remove(id: string): Promise<void>;
}

const idForm = /^[A-Za-z0-9._-]{1,64}$/;

/** A name in the paths that has another meaning, such as `-all-`. */
const reserved = /^-.*-$/;

function requireUsable({ id, publicKey }: RepositoryDescription, ownId: string, ownKey: string): void {
  const fingerprint = keyFingerprint(publicKey);
  if (fingerprint === undefined) {
    throw badRequest('The other repository has no usable public key: an RSA key with at least 2048 bits is required.');
  }
  if (fingerprint === keyFingerprint(ownKey)) {
    throw badRequest('This is the address of this repository. A repository cannot be connected to itself.');
  }
  if (id === ownId) {
    throw badRequest(
      `Both repositories have the ID ${ownId}. Set another repository.id in config.yaml of one of them, and restart it.`,
    );
  }
  if (!idForm.test(id) || reserved.test(id)) {
    throw badRequest(
      'The ID of the other repository must have 1 to 64 letters, digits, dots, hyphens or underscores, and no hyphens at both ends.',
    );
  }
}

/** The app as which the other repository signs. `allow_admin` is missing, so it can sign no administrator in. */
const appProperties = ({ id, title, publicKey, url, hosts }: RepositoryDescription): AppRecord['properties'] => [
  ['appid', id],
  ['type', 'REPOSITORY'],
  ['appcaption', title],
  ['trustedclient', 'true'],
  ['host', url.hostname.replace(/^\[|\]$/g, '')],
  ...(hosts.length === 0 ? [] : [['host_aliases', hosts.join(',')] as const]),
  ['public_key', publicKey],
];

const taken = (what: string, noun: 'app' | 'repository', id: string): RepositoryError =>
  new RepositoryError('Conflict', `${what}. To connect the repository anew: edu-repo ${noun} remove ${id}`);

export function createConnectedRepositoryService(
  { store, clock, randomness }: Pick<Seams, 'store' | 'clock' | 'randomness'>,
  keys: Pick<RepositoryKeyService, 'publicKey'>,
  ownId: string,
): ConnectedRepositoryService {
  return {
    async list() {
      const repositories: ConnectedRepositoryRecord[] = [];
      for await (const [, repository] of store.repositories.entries()) repositories.push(repository);
      return repositories;
    },
    find: (id) => store.repositories.get(id),
    async get(id) {
      const repository = await store.repositories.get(id);
      if (repository === undefined) throw notFound('Repository', id.slice(0, 100));
      return repository;
    },
    async add(description) {
      requireUsable(description, ownId, await keys.publicKey());
      const { id, title, publicKey, url, write } = description;
      const [stamp, at] = [randomness.secret(), clock.now().toISOString()];
      const repository = { id, title, url: url.href, publicKey, write, stamp, addedAt: at };
      const app: AppRecord = { id, properties: appProperties(description), stamp, registeredAt: at };
      await store.change(async (change) => {
        if (await change.repositories.has(id))
          throw taken(`The repository ${id} is already connected`, 'repository', id);
        if (await change.apps.has(id)) throw taken(`An app with the ID ${id} is registered`, 'app', id);
        change.repositories.put(id, repository);
        change.apps.put(id, app);
      });
      return repository;
    },
    remove: (id) =>
      store.change(async (change) => {
        if (!(await change.repositories.has(id))) throw notFound('Repository', id.slice(0, 100));
        change.repositories.delete(id);
        change.apps.delete(id);
      }),
  };
}
