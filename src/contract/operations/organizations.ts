import { z } from 'zod';
import { paging, repositoryParam } from '../objects/common.ts';
import { GroupProfileInput, Organization, OrganizationEntries } from '../objects/groups.ts';
import { operation } from '../operation.ts';

const group = 'organization';

const organizationPath = z.object({
  repository: repositoryParam,
  organization: z.string().describe('The name of a group, with or without `GROUP_`.'),
});

export const putOrganization = operation({
  method: 'PUT',
  path: '/organization/v1/organizations/{repository}/{organization}',
  summary: 'Bind a group to a shared folder, or make an organization',
  description:
    'With `folder`, binds the group that there is, and grants it Collaborator there; a group that was bound to another folder leaves that one. Without it (the form of later servers), makes the group `GROUP_ORG_<name>` with a group of its administrators (`GROUP_ORG_<name>_ADMINISTRATORS`) in it, and a shared folder at the top, where the first are Collaborators and the second Coordinators. Members find the folder in `sharedFolders` and among the children of `-shared_files-`. Choice of edu-repo: answers the organization.',
  group,
  access: 'admin',
  params: organizationPath,
  query: z.object({ folder: z.string().optional().describe('The id of a folder.') }),
  body: { kind: 'json', name: 'properties', schema: GroupProfileInput, optional: true },
  result: Organization,
});

export const deleteOrganization = operation({
  method: 'DELETE',
  path: '/organization/v1/organizations/{repository}/{organization}',
  summary: 'Unbind a group from its shared folder',
  description: 'The group and the folder stay; the group loses what the binding granted it there.',
  group,
  access: 'admin',
  params: organizationPath,
  result: 'empty',
});

export const listOrganizations = operation({
  method: 'GET',
  path: '/organization/v1/organizations/{repository}',
  summary: 'List the own organizations; for administrators all',
  group,
  access: 'user',
  params: z.object({ repository: repositoryParam }),
  query: z.object({
    pattern: z.string().max(1000).default('').describe('As in the search for groups.'),
    ...paging({ defaultSize: 500 }),
  }),
  result: OrganizationEntries,
});
