import { z } from 'zod';
import { requiredInContract } from '../contract-required.ts';
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
  summary: 'Bind a group to a shared folder, or create an organization',
  description:
    'With `folder`: binds an existing group and grants it Collaborator on the folder. If the group was bound to another folder, that binding ends. Without `folder` (the form of later server versions): creates the group `GROUP_ORG_<name>`, a group of its administrators (`GROUP_ORG_<name>_ADMINISTRATORS`) as a member of it, and a shared folder at the top level. The organization gets Collaborator on this folder, and its administrators get Coordinator. Members find the folder in `sharedFolders` and among the children of `-shared_files-`. Returns the organization, which the client library of the web front end reads.',
  group,
  access: 'admin',
  dryRun: true,
  params: organizationPath,
  query: z.object({
    folder: requiredInContract(z.string().optional().describe('The ID of a folder. Calls without it are accepted.')),
  }),
  body: { kind: 'json', name: 'properties', schema: GroupProfileInput, optional: true },
  result: Organization,
});

export const getOrganization = operation({
  method: 'GET',
  path: '/organization/v1/organizations/{repository}/{organization}',
  summary: 'Get an organization of the caller, or any for administrators',
  description: 'Specific to edu-repo: an organization of others is not found.',
  group,
  access: 'user',
  params: organizationPath,
  result: Organization,
});

export const removeOrganizationMember = operation({
  method: 'DELETE',
  path: '/organization/v1/organizations/{repository}/{organization}/member/{member}',
  summary: 'Remove a member from an organization',
  description:
    'Like `removeMember` of the group. Specific to edu-repo: the member also leaves the group of its administrators.',
  group,
  access: 'admin',
  dryRun: true,
  params: organizationPath.extend({ member: z.string().describe('The name of a person or group.') }),
  result: 'empty',
});

export const deleteOrganization = operation({
  method: 'DELETE',
  path: '/organization/v1/organizations/{repository}/{organization}',
  summary: 'Unbind a group from its shared folder',
  description:
    'The group and the folder are not deleted. The group loses the permissions that the binding granted it on the folder.',
  group,
  access: 'admin',
  dryRun: true,
  params: organizationPath,
  result: 'empty',
});

export const listOrganizations = operation({
  method: 'GET',
  path: '/organization/v1/organizations/{repository}',
  summary: 'List the organizations of the caller, or all for administrators',
  group,
  access: 'user',
  params: z.object({ repository: repositoryParam }),
  query: z.object({
    pattern: z.string().max(1000).default('').describe('The same syntax as in `searchGroups`.'),
    ...paging({ defaultSize: 500 }),
  }),
  result: OrganizationEntries,
});
