import { badRequest } from '../../base/errors/errors.ts';
import { writeJavaProperties } from '../../base/java-properties.ts';
import { repositoryAddress } from '../../domain/network/repository-address.ts';
import { keyFingerprint } from '../../services/network/repository-keys.ts';
import type { HandlerParts, Handlers } from '../handler.ts';
import { presentConnectedRepository, presentRepository } from '../presenters/network.ts';
import { metadataOf } from '../presenters/repository-metadata.ts';
import { offerOf } from '../response/file-offer.ts';

type NetworkHandlers = Pick<Handlers, 'listRepositories' | 'getRepositoryMetadata'>;

type ConnectionHandlers = Pick<
  Handlers,
  'listConnectedRepositories' | 'addConnectedRepository' | 'removeConnectedRepository' | 'testConnectedRepository'
>;

export const networkHandlers = (parts: HandlerParts): NetworkHandlers & ConnectionHandlers => ({
  ...publicHandlers(parts),
  ...connectionHandlers(parts),
});

function publicHandlers({ services, settings }: HandlerParts): NetworkHandlers {
  const { connectedRepositories, repositoryKeys } = services;
  return {
    async listRepositories(_, { links }) {
      const others = await connectedRepositories.list();
      return {
        repositories: [
          presentRepository({ ...settings.repository, isHome: true }, links),
          ...others.map((other) => presentRepository({ ...other, isHome: false }, links)),
        ],
      };
    },
    async getRepositoryMetadata(_, { links }) {
      const properties = metadataOf(settings, links.base, await repositoryKeys.publicKey());
      return offerOf(Buffer.from(writeJavaProperties(properties)), {
        mimeType: 'application/xml',
        fileName: undefined,
        disposition: 'inline',
      });
    },
  };
}

function connectionHandlers({ services, settings, gateway }: HandlerParts): ConnectionHandlers {
  const { connectedRepositories, repositoryKeys } = services;
  return {
    async listConnectedRepositories() {
      const { id, title } = settings.repository;
      const repositories = (await connectedRepositories.list()).map(presentConnectedRepository);
      return { own: { id, title, fingerprint: keyFingerprint(await repositoryKeys.publicKey()) ?? '' }, repositories };
    },
    async addConnectedRepository({ body: { url: text, write, hosts } }) {
      const url = repositoryAddress(text);
      if (typeof url === 'string') {
        throw badRequest(`"${text.slice(0, 200)}" is not the address of a repository: ${url}.`);
      }
      const facts = await gateway.factsAt(url);
      return presentConnectedRepository(await connectedRepositories.add({ ...facts, url, write, hosts }));
    },
    async removeConnectedRepository({ params }) {
      await connectedRepositories.remove(params.connection);
      gateway.forget(params.connection);
      return undefined;
    },
    async testConnectedRepository({ params }) {
      const repository = await connectedRepositories.get(params.connection);
      return { id: repository.id, url: repository.url, ...(await gateway.test(repository)) };
    },
  };
}
