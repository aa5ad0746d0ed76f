import type { AttributeSources } from '../../domain/identity/asserted-attributes.ts';
import type { SystemFolders } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { AccessServices } from '../access/access-services.ts';
import type { AuthenticationServices } from '../authentication/authentication-services.ts';
import type { TrashServices } from '../trash/trash-services.ts';
import { AccountCleanup } from './account-cleanup.ts';
import { type AppSignInService, createAppSignInService } from './app-sign-in.ts';
import { type AuthorityRemovalService, createAuthorityRemovalService } from './authority-removals.ts';
import { createGroupService, type GroupService } from './groups.ts';
import { createMembershipService, type MembershipService } from './memberships.ts';
import { createOrganizationService, type OrganizationService } from './organizations.ts';
import { createPeopleService, type PeopleService } from './people.ts';
import { createPersonViewService, type PersonViewService } from './person-views.ts';

/** People, groups and organizations. */
export interface IdentityServices {
  readonly people: PeopleService;
  readonly personViews: PersonViewService;
  readonly groups: GroupService;
  readonly memberships: MembershipService;
  readonly organizations: OrganizationService;
  readonly accountCleanup: AccountCleanup;
  readonly authorityRemovals: AuthorityRemovalService;
  readonly appSignIn: AppSignInService;
}

export function createIdentityServices(
  seams: Pick<Seams, 'store' | 'clock' | 'randomness' | 'passwords' | 'log'>,
  systemFolders: SystemFolders,
  { callers, rights }: Pick<AccessServices, 'callers' | 'rights'>,
  { logins, tickets, purges }: Pick<AuthenticationServices, 'logins' | 'tickets'> & Pick<TrashServices, 'purges'>,
  personAttributes: AttributeSources,
): IdentityServices {
  const accountCleanup = new AccountCleanup(seams, rights);
  const people = createPeopleService({ ...seams, systemFolders, callers, accountCleanup });
  return {
    people,
    personViews: createPersonViewService(seams, personAttributes),
    groups: createGroupService(seams, callers, accountCleanup),
    memberships: createMembershipService(seams, callers),
    organizations: createOrganizationService({ ...seams, systemFolders, callers, rights, accountCleanup }),
    accountCleanup,
    authorityRemovals: createAuthorityRemovalService({ ...seams, callers, rights, accountCleanup, logins, purges }),
    appSignIn: createAppSignInService(seams, callers, people, tickets),
  };
}
