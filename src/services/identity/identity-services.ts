import type { AttributeSources } from '../../domain/identity/asserted-attributes.ts';
import type { SystemFolders } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { AccessServices } from '../access/access-services.ts';
import type { AuthenticationServices } from '../authentication/authentication-services.ts';
import type { UserNames } from '../records/user-names.ts';
import type { TrashServices } from '../trash/trash-services.ts';
import { AccountCleanup } from './account-cleanup.ts';
import { type AppSignInService, createAppSignInService } from './app-sign-in.ts';
import { type AuthorityRemovalService, createAuthorityRemovalService } from './authority-removals.ts';
import { type AuthoritySearchService, createAuthoritySearchService } from './authority-search.ts';
import { createGroupService, type GroupService } from './groups.ts';
import { createMediaCenterService, type MediaCenterService } from './media-centers.ts';
import { createMembershipService, type MembershipService } from './memberships.ts';
import { createNodeListService, type NodeListService } from './node-lists.ts';
import { createOrganizationService, type OrganizationService } from './organizations.ts';
import { createPeopleService, type PeopleService } from './people.ts';
import { createPersonSettingsService, type PersonSettingsService } from './person-settings.ts';
import { createPersonViewService, type PersonViewService } from './person-views.ts';

/** People, groups and organizations. */
export interface IdentityServices {
  readonly people: PeopleService;
  readonly personViews: PersonViewService;
  readonly personSettings: PersonSettingsService;
  readonly nodeLists: NodeListService;
  readonly authoritySearch: AuthoritySearchService;
  readonly groups: GroupService;
  readonly memberships: MembershipService;
  readonly organizations: OrganizationService;
  readonly mediaCenters: MediaCenterService;
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
  userNames: UserNames,
): IdentityServices {
  const accountCleanup = new AccountCleanup(seams, rights);
  const people = createPeopleService({ ...seams, systemFolders, callers, accountCleanup, userNames });
  const memberships = createMembershipService(seams, callers);
  return {
    people,
    personViews: createPersonViewService({ ...seams, rights }, personAttributes),
    personSettings: createPersonSettingsService(seams, callers),
    nodeLists: createNodeListService(seams, rights),
    authoritySearch: createAuthoritySearchService(seams),
    groups: createGroupService(seams, callers, accountCleanup),
    memberships,
    organizations: createOrganizationService({ ...seams, systemFolders, callers, rights, accountCleanup }),
    mediaCenters: createMediaCenterService({ ...seams, callers, accountCleanup, memberships }),
    accountCleanup,
    authorityRemovals: createAuthorityRemovalService({
      ...seams,
      callers,
      rights,
      accountCleanup,
      logins,
      purges,
      userNames,
    }),
    appSignIn: createAppSignInService(seams, callers, people, tickets, userNames),
  };
}
