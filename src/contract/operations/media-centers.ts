import { z } from 'zod';
import { paging, repositoryParam } from '../objects/common.ts';
import { Groups } from '../objects/groups.ts';
import { MediaCenter, MediaCenterProfileInput, MediaCenters } from '../objects/media-centers.ts';
import { NodeEntries } from '../objects/node.ts';
import { nodeForm, propertyFilter } from '../objects/node-form.ts';
import { operation } from '../operation.ts';

const group = 'mediacenter';

const path = '/mediacenter/v1/mediacenter/{repository}/{mediacenter}';

const mediaCenterPath = z.object({
  repository: repositoryParam,
  mediacenter: z.string().describe('The name of a media centre, with or without `GROUP_MEDIA_CENTER_`.'),
});

const managedPath = mediaCenterPath.extend({
  group: z.string().describe('The name of a group, with or without `GROUP_`.'),
});

const body = { kind: 'json', name: 'profile', schema: MediaCenterProfileInput, optional: true } as const;

export const listMediaCenters = operation({
  method: 'GET',
  path: '/mediacenter/v1/mediacenter/{repository}',
  summary: 'List the media centres',
  description: 'Ordered by name. Specific to edu-repo: the list has no pages.',
  group,
  access: 'user',
  params: z.object({ repository: repositoryParam }),
  result: MediaCenters,
});

export const getMediaCenter = operation({
  method: 'GET',
  path,
  summary: 'Get a media centre',
  group,
  access: 'user',
  params: mediaCenterPath,
  result: MediaCenter,
});

export const createMediaCenter = operation({
  method: 'POST',
  path,
  summary: 'Create a media centre',
  description:
    'Creates the group `GROUP_MEDIA_CENTER_<name>` with the group type `MEDIA_CENTER`. It can be used like any other group. Also creates its proxy group `GROUP_MEDIA_CENTER_PROXY_<name>`, which has no members and is a group like any other: importers grant rights to it. Returns 400 if the name is taken or begins with `PROXY_`.',
  group,
  access: 'admin',
  dryRun: true,
  params: mediaCenterPath,
  body,
  result: MediaCenter,
});

export const updateMediaCenter = operation({
  method: 'PUT',
  path,
  summary: 'Update the profile of a media centre',
  description:
    'Omitted fields do not change; null removes the value of a field. Creates the proxy group if it is missing.',
  group,
  access: 'admin',
  dryRun: true,
  params: mediaCenterPath,
  body: { kind: 'json', name: 'profile', schema: MediaCenterProfileInput },
  result: MediaCenter,
});

export const deleteMediaCenter = operation({
  method: 'DELETE',
  path,
  summary: 'Delete a media centre',
  description: 'Works like `deleteGroup`: the groups that it manages are not deleted. Its proxy group is deleted.',
  group,
  access: 'admin',
  dryRun: true,
  params: mediaCenterPath,
  result: 'empty',
});

export const listManagedGroups = operation({
  method: 'GET',
  path: `${path}/manages`,
  summary: 'List the groups that a media centre manages',
  description: 'Specific to edu-repo: these are the groups that are direct members of the group of the media centre.',
  group,
  access: 'admin',
  params: mediaCenterPath,
  result: Groups,
});

export const addManagedGroup = operation({
  method: 'PUT',
  path: `${path}/manages/{group}`,
  summary: 'Let a media centre manage a group',
  description: 'The members of the group get the rights of the media centre. Returns all groups that it manages.',
  group,
  access: 'admin',
  dryRun: true,
  params: managedPath,
  result: Groups,
});

export const removeManagedGroup = operation({
  method: 'DELETE',
  path: `${path}/manages/{group}`,
  summary: 'Stop a media centre from managing a group',
  description: 'Returns the groups that it still manages.',
  group,
  access: 'admin',
  dryRun: true,
  params: managedPath,
  result: Groups,
});

export const listMediaCenterNodes = operation({
  method: 'GET',
  path: `${path}/nodes`,
  summary: 'List the nodes that are shared with a media centre',
  description:
    'Finds nodes whose own ACL names the group of the media centre. Only nodes that the caller may read are listed and counted.',
  group,
  access: 'user',
  params: mediaCenterPath,
  query: z.object({ ...paging({ defaultSize: 500 }), ...propertyFilter, ...nodeForm }),
  result: NodeEntries,
});
