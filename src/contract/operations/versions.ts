import { z } from 'zod';
import { nodePath, skipping } from '../objects/common.ts';
import { NodeEntry, NodeVersionEntries, NodeVersionEntry, NodeVersionRefEntries } from '../objects/node.ts';
import { nodeForm } from '../objects/node-form.ts';
import { operation } from '../operation.ts';

const group = 'node';

const versionNumber = z.int32().min(0).max(999_999_999).meta({ format: 'int32' });

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
  group,
  access: 'guest',
  params: nodePath,
  query: z.object({ ...skipping, ...nodeForm }),
  result: NodeVersionEntries,
});

export const getVersion = operation({
  method: 'GET',
  path: '/node/v1/nodes/{repository}/{node}/versions/{major}/{minor}/metadata',
  summary: 'Get one version of a node',
  group,
  access: 'guest',
  params: versionPath,
  query: z.object(nodeForm),
  result: NodeVersionEntry,
});

export const revertVersion = operation({
  method: 'PUT',
  path: '/node/v1/nodes/{repository}/{node}/versions/{major}/{minor}/_revert',
  summary: 'Restore the properties and the content of a version of a node',
  description:
    'Specific to edu-repo: the node gets the number of that version, the history is kept, and the number of the next new version follows the highest one. Properties that were changed without a new version are saved as a version first. The name does not change unless `withName` is set.',
  group,
  access: 'user',
  dryRun: true,
  params: versionPath,
  query: z.object({
    withName: z
      .boolean()
      .default(false)
      .describe('Specific to edu-repo: restore the name of that version too, unless a sibling has the same name.'),
    ...nodeForm,
  }),
  result: NodeEntry,
});
