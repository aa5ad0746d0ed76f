import { z } from 'zod';
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
  summary: 'Make a group',
  description:
    'Choice of edu-repo: answers the new group, as later servers do. A name that is taken is 400, as it is for people.',
  group,
  access: 'admin',
  params: groupPath,
  query: z.object({ parent: z.string().optional().describe('A group that the new one becomes a member of.') }),
  body: { kind: 'json', name: 'properties', schema: GroupProfileInput },
  result: Group,
});

export const getGroup = operation({
  method: 'GET',
  path,
  summary: 'Read a group',
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
    ...paging({ defaultSize: 500 }),
  }),
  result: GroupEntries,
});

export const updateGroupProfile = operation({
  method: 'PUT',
  path: `${path}/profile`,
  summary: 'Change what is said of a group',
  description: 'Fields that are not named stay as they are.',
  group,
  access: 'admin',
  params: groupPath,
  body: { kind: 'json', name: 'properties', schema: GroupProfileInput },
  result: 'empty',
});

export const deleteGroup = operation({
  method: 'DELETE',
  path,
  summary: 'Delete a group',
  description: 'Its members stay; what it was granted is granted to nobody any more.',
  group,
  access: 'admin',
  params: groupPath,
  result: 'empty',
});

export const listMembers = operation({
  method: 'GET',
  path: `${path}/members`,
  summary: 'List the members of a group, not those of groups in it',
  group,
  access: 'admin',
  params: groupPath,
  query: z.object({
    pattern: z.string().max(1000).default('').describe('As in the search for people and groups.'),
    authorityType: z.enum(['USER', 'GROUP']).optional(),
    ...paging({ defaultSize: 500 }),
  }),
  result: AuthorityEntries,
});

export const addMember = operation({
  method: 'PUT',
  path: `${path}/members/{member}`,
  summary: 'Make a person or a group a member of a group',
  description: 'Does nothing where it is one. A group cannot become a member of itself, through others neither.',
  group,
  access: 'admin',
  params: memberPath,
  result: 'empty',
});

export const removeMember = operation({
  method: 'DELETE',
  path: `${path}/members/{member}`,
  summary: 'Take a member out of a group',
  group,
  access: 'admin',
  params: memberPath,
  result: 'empty',
});
