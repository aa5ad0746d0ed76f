import type { Seams } from '../../ports/seams.ts';
import type { AccessServices } from '../access/access-services.ts';
import type { AuthenticationServices } from '../authentication/authentication-services.ts';
import { HarvestJob } from './harvest-job.ts';
import { HarvestService } from './harvests.ts';
import { type Inbox, InboxTask } from './inboxes.ts';

/** Imports that the server makes by itself. */
export interface HarvestServices {
  readonly harvests: HarvestService;
  readonly harvestJob: HarvestJob;
  readonly inboxTask: InboxTask;
}

export function createHarvestServices(
  seams: Seams,
  services: Pick<AccessServices, 'callers'> & Pick<AuthenticationServices, 'runTokens'>,
  options: { readonly inboxes: readonly Inbox[] },
): HarvestServices {
  const harvestJob = new HarvestJob({ ...seams, ...services });
  return {
    harvests: new HarvestService({ ...seams, job: harvestJob }),
    harvestJob,
    inboxTask: new InboxTask({ ...seams, ...services, inboxes: options.inboxes }),
  };
}
