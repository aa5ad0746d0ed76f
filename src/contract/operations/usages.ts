import { z } from 'zod';
import { repositoryParam, skipping } from '../objects/common.ts';
import { nodeForm } from '../objects/node-form.ts';
import { CollectionUsages, Usage, UsageInput, Usages } from '../objects/usages.ts';
import { operation } from '../operation.ts';

const group = 'usage';

const path = '/usage/v1/usages';

const appId = z.string().describe('The ID of an app, or `-home-` for the home repository.');

const nodeId = z.string().describe('A node ID.');

const instant = z.int().min(0).optional();

const visibleUsages =
  'Specific to edu-repo: an app sees its own usages, and people see those of nodes that they may read. Usages of nodes in the trash are left out.';

export const listAppUsages = operation({
  method: 'GET',
  path: `${path}/{appId}`,
  summary: 'List the usages of an app',
  description: `Returns 404 if the app is not registered. ${visibleUsages}`,
  group,
  access: 'app-or-user',
  params: z.object({ appId }),
  query: z.object(skipping),
  result: Usages,
});

export const listCourseUsages = operation({
  method: 'GET',
  path: `${path}/course/{appId}/{courseId}`,
  summary: 'List the usages in a course',
  description: `Returns 404 if the app is not registered. ${visibleUsages}`,
  group,
  access: 'app-or-user',
  params: z.object({ appId, courseId: z.string().describe('The course, as the app names it.') }),
  query: z.object(skipping),
  result: Usages,
});

export const listNodeUsages = operation({
  method: 'GET',
  path: `${path}/node/{nodeId}`,
  summary: 'List the usages of a node',
  description: visibleUsages,
  group,
  access: 'app-or-user',
  params: z.object({ nodeId }),
  query: z.object(skipping),
  result: Usages,
});

export const listCollectionUsages = operation({
  method: 'GET',
  path: `${path}/node/{nodeId}/collections`,
  summary: 'List the collections that contain a node',
  description:
    'Specific to edu-repo: only collections that the caller may read. For a reference, the collections of its original.',
  group,
  access: 'guest',
  params: z.object({ nodeId }),
  query: z.object(nodeForm),
  result: CollectionUsages,
});

export const listRepositoryUsages = operation({
  method: 'GET',
  path: `${path}/repository/{repository}/{nodeId}`,
  summary: 'List the usages of a node or of all nodes, by time',
  description: visibleUsages,
  group,
  access: 'app-or-user',
  params: z.object({
    repository: repositoryParam,
    nodeId: z
      .string()
      .describe(
        'A node ID, or `-all-` for all nodes. Specific to edu-repo: with `-all-`, administrators get all usages and an app its own; others get 403.',
      ),
  }),
  query: z.object({
    from: instant.describe('Only usages that end at this time or later, in milliseconds since 1970.'),
    to: instant.describe('Only usages that begin at this time or earlier, in milliseconds since 1970.'),
    ...skipping,
  }),
  result: Usages,
});

export const recordUsage = operation({
  method: 'POST',
  path: `${path}/repository/{repository}`,
  summary: 'Record a usage, or count it once more',
  description:
    'There is one usage for each app, course, resource and node: recording it again increases its counter. A new usage requires the right `CCPublish` on the node, or on the original of a reference (otherwise 403 with `UsageException`). The call needs the signature of the app and a signed-in person. Specific to edu-repo: administrators may record usages of every app without a signature.',
  group,
  access: 'user',
  dryRun: true,
  repeatable: true,
  params: z.object({ repository: repositoryParam }),
  body: { kind: 'json', name: 'usage', schema: UsageInput },
  result: Usage,
});

export const deleteUsage = operation({
  method: 'DELETE',
  path: `${path}/node/{nodeId}/{usageId}`,
  summary: 'Delete a usage',
  description:
    'The app itself can delete its usages by its signature alone, also while the node is in the trash. Returns 404 if the usage was deleted before.',
  group,
  access: 'app-or-admin',
  dryRun: true,
  repeatable: true,
  params: z.object({ nodeId, usageId: z.string().describe('The ID of the usage.') }),
  result: 'empty',
});
