import type { Seams } from '../../ports/seams.ts';
import { type ConnectedRepositoryService, createConnectedRepositoryService } from './connected-repositories.ts';
import { createRepositoryKeyService, type RepositoryKeyService } from './repository-keys.ts';

/** Connected repositories, and the key with which this one signs its calls to them. */
export interface NetworkServices {
  readonly repositoryKeys: RepositoryKeyService;
  readonly connectedRepositories: ConnectedRepositoryService;
}

/** `repositoryId` is the ID of this repository. */
export function createNetworkServices(
  seams: Pick<Seams, 'store' | 'clock' | 'randomness'>,
  repositoryId: string,
): NetworkServices {
  const repositoryKeys = createRepositoryKeyService(seams, repositoryId);
  return {
    repositoryKeys,
    connectedRepositories: createConnectedRepositoryService(seams, repositoryKeys, repositoryId),
  };
}
