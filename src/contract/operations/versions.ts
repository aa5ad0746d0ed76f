import { z } from 'zod';
import { nodePath, skipping } from '../objects/common.ts';
import { NodeEntry, NodeVersionEntries, NodeVersionEntry, NodeVersionRefEntries } from '../objects/node.ts';
import { nodeForm } from '../objects/node-form.ts';
import { operation } from '../operation.ts';

const group = 'node';

const versionNumber = z.string().regex(/^\d{1,9}$/, 'must be a whole number');

const versionPath = nodePath.extend({ major: versionNumber, minor: versionNumber });

export const listVersions = operation({
  method: 'GET',
  path: '/node/v1/nodes/{repository}/{node}/versions',
  summary: 'List the versions of a node, oldest first',
  group,
  access: 'guest',
  params: nodePath,
  result: NodeVersionRefEntries,
});

export const describeVersions = operation({
  method: 'GET',
  path: '/node/v1/nodes/{repository}/{node}/versions/metadata',
  summary: 'List the versions of a node with all that is known of each, oldest first',
  description: 'As later servers have it.',
  group,
  access: 'guest',
  params: nodePath,
  query: z.object(skipping),
  result: NodeVersionEntries,
});

export const getVersion = operation({
  method: 'GET',
  path: '/node/v1/nodes/{repository}/{node}/versions/{major}/{minor}/metadata',
  summary: 'Read one version of a node',
  group,
  access: 'guest',
  params: versionPath,
  result: NodeVersionEntry,
});

export const revertVersion = operation({
  method: 'PUT',
  path: '/node/v1/nodes/{repository}/{node}/versions/{major}/{minor}/_revert',
  summary: 'Give a node the properties and the content of one of its versions',
  description:
    'Choice of edu-repo: the node then shows the number of that version, all history stays, and the next new version follows the highest. What an update without a version set, and the call would overwrite, becomes a version first. The name stays; see `withName`.',
  group,
  access: 'user',
  params: versionPath,
  query: z.object({
    withName: z
      .boolean()
      .default(false)
      .describe('Choice of edu-repo: give the node the name of that version too, unless a sibling has it now.'),
    ...nodeForm,
  }),
  result: NodeEntry,
});
