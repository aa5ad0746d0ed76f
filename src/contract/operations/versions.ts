import { z } from 'zod';
import { nodePath } from '../objects/common.ts';
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
    'Choice of edu-repo: the node then shows the number of that version, all history stays, and the next new version follows the highest. It gets the name of that version too, unless a sibling has it now.',
  group,
  access: 'user',
  params: versionPath,
  query: z.object(nodeForm),
  result: NodeEntry,
});
