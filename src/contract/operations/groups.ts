import { z } from 'zod';
import { authoritySort } from '../objects/authority-sort.ts';
import { namePattern, paging, repositoryParam } from '../objects/common.ts';
import { AuthorityEntries, Group, GroupEntries, GroupEntry, GroupProfileInput, groupPath } from '../objects/groups.ts';
import { operation } from '../operation.ts';

const group = 'iam';
const path = '/iam/v1/groups/{repository}/{group}';

const memberPath = groupPath.extend({
  member: z.string().describe('A user name, `-me-` for the current user, or the name of a group with `GROUP_`.'),
});

export const createGroup = operation({
  method: 'POST',
  path,
  summary: 'Create a group',
  description: 'Returns the new group, which importers read. Specific to edu-repo: 400 if the name is taken.',
  group,
  access: 'admin',
  dryRun: true,
  params: groupPath,
  query: z.object({ parent: z.string().optional().describe('A group that the new group becomes a member of.') }),
  body: { kind: 'json', name: 'properties', schema: GroupProfileInput },
  result: Group,
});

export const getGroup = operation({
  method: 'GET',
  path,
  summary: 'Get a group',
  group,
  access: 'member-or-admin',
  params: groupPath,
  result: GroupEntry,
});

export const searchGroups = operation({
  method: 'GET',
  path: '/iam/v1/groups/{repository}',
  summary: 'Search groups by name',
  group,
  access: 'admin',
  params: z.object({ repository: repositoryParam }),
  query: z.object({
    pattern: namePattern('the name and the display name'),
    ...authoritySort('`authorityName`, `displayName`, `groupType`', '`authorityName`'),
    ...paging({ defaultSize: 500 }),
  }),
  result: GroupEntries,
});

export const updateGroupProfile = operation({
  method: 'PUT',
  path: `${path}/profile`,
  summary: 'Update the profile of a group',
  description: 'Omitted fields do not change.',
  group,
  access: 'admin',
  dryRun: true,
  params: groupPath,
  body: { kind: 'json', name: 'properties', schema: GroupProfileInput },
  result: 'empty',
});

export const deleteGroup = operation({
  method: 'DELETE',
  path,
  summary: 'Delete a group',
  description: 'Its members are not deleted. Permissions granted to the group no longer apply.',
  group,
  access: 'admin',
  dryRun: true,
  params: groupPath,
  result: 'empty',
});

export const listMembers = operation({
  method: 'GET',
  path: `${path}/members`,
  summary: 'List the direct members of a group',
  group,
  access: 'admin',
  params: groupPath,
  query: z.object({
    pattern: z.string().max(1000).default('').describe('The same syntax as in `searchPeople` and `searchGroups`.'),
    authorityType: z.enum(['USER', 'GROUP']).optional(),
    ...paging({ defaultSize: 500 }),
  }),
  result: AuthorityEntries,
});

export const addMember = operation({
  method: 'PUT',
  path: `${path}/members/{member}`,
  summary: 'Add a person or a group to a group',
  description: 'Has no effect on an existing member. A group cannot become a direct or indirect member of itself.',
  group,
  access: 'admin',
  dryRun: true,
  params: memberPath,
  result: 'empty',
});

export const removeMember = operation({
  method: 'DELETE',
  path: `${path}/members/{member}`,
  summary: 'Remove a member from a group',
  group,
  access: 'admin',
  dryRun: true,
  params: memberPath,
  result: 'empty',
});
