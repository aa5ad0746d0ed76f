import type { z } from 'zod';
import type { Group, Organization } from '../../contract/objects/groups.ts';
import { bareGroupName } from '../../domain/access/authorities.ts';
import type { GroupRecord } from '../../domain/identity/person-records.ts';
import type { Organization as BoundGroup } from '../../services/identity/organizations.ts';
import { presentRef } from './person.ts';

export const presentGroup = (group: GroupRecord): z.output<typeof Group> => ({
  authorityName: group.name,
  authorityType: 'GROUP',
  groupName: bareGroupName(group.name),
  profile: {
    displayName: group.displayName,
    groupType: group.groupType,
    groupEmail: group.groupEmail,
    scopeType: group.scopeType,
  },
});

export const presentOrganization = (
  { group, folder, archived }: BoundGroup,
  repository: string,
): z.output<typeof Organization> => ({
  ...presentGroup(group),
  sharedFolder: { ...presentRef(repository, folder), archived },
});
