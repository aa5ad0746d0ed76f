import type { DispatchParts } from '../../src/api/dispatch.ts';
import { createElsewhere } from '../../src/api/network/elsewhere.ts';
import type { RepositoryGateway } from '../../src/api/network/gateway.ts';
import type { ApiSettings } from '../../src/api/settings.ts';
import type { Services } from '../../src/services/services.ts';

const none = (): Promise<never> => Promise.reject(new Error('This repository is not connected to any other.'));

/** The gateway of a repository that is alone. */
export const noGateway: RepositoryGateway = { send: none, factsAt: none, test: none, forget: () => undefined };

/** What a repository that is alone does with calls to others. */
export const noElsewhere = (services: Services, settings: ApiSettings): Pick<DispatchParts, 'elsewhere'> => ({
  elsewhere: createElsewhere({ services, gateway: noGateway, settings, searchTime: 1_000 }),
});
