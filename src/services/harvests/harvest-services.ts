import type { Seams } from '../../ports/seams.ts';
import type { AccessServices } from '../access/access-services.ts';
import type { AuthenticationServices } from '../authentication/authentication-services.ts';
import { FileImports } from './file-imports.ts';
import { HarvestJob } from './harvest-job.ts';
import { HarvestService } from './harvests.ts';
import { type Inbox, InboxTask } from './inboxes.ts';

/** Imports that the server makes: by itself, and of files that people send. */
export interface HarvestServices {
  readonly harvests: HarvestService;
  readonly harvestJob: HarvestJob;
  readonly inboxTask: InboxTask;
  readonly fileImports: FileImports;
}

export function createHarvestServices(
  seams: Seams,
  services: Pick<AccessServices, 'callers' | 'rights'> & Pick<AuthenticationServices, 'runTokens'>,
  options: { readonly inboxes: readonly Inbox[] },
): HarvestServices {
  const harvestJob = new HarvestJob({ ...seams, ...services });
  return {
    harvests: new HarvestService({ ...seams, job: harvestJob }),
    harvestJob,
    inboxTask: new InboxTask({ ...seams, ...services, inboxes: options.inboxes }),
    fileImports: new FileImports({ ...seams, ...services }),
  };
}
