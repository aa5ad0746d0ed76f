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
  summary: 'List the versions of a node with their metadata, oldest first',
  description: 'As in later servers.',
  group,
  access: 'guest',
  params: nodePath,
  query: z.object(skipping),
  result: NodeVersionEntries,
});

export const getVersion = operation({
  method: 'GET',
  path: '/node/v1/nodes/{repository}/{node}/versions/{major}/{minor}/metadata',
  summary: 'Get one version of a node',
  group,
  access: 'guest',
  params: versionPath,
  result: NodeVersionEntry,
});

export const revertVersion = operation({
  method: 'PUT',
  path: '/node/v1/nodes/{repository}/{node}/versions/{major}/{minor}/_revert',
  summary: 'Restore the properties and the content of a version of a node',
  description:
    'Choice of edu-repo: the node then has the number of that version, the history stays, and the number of the next new version follows the highest one. If properties were changed without a new version, they become a version first. The name does not change; see `withName`.',
  group,
  access: 'user',
  params: versionPath,
  query: z.object({
    withName: z
      .boolean()
      .default(false)
      .describe('Choice of edu-repo: restore the name of that version too, unless a sibling has the same name.'),
    ...nodeForm,
  }),
  result: NodeEntry,
});
