import { z } from 'zod';
import { nodePath } from '../objects/common.ts';
import { NodeEntry } from '../objects/node.ts';
import { nodeForm } from '../objects/node-form.ts';
import { operation } from '../operation.ts';

export const copyMetadata = operation({
  method: 'PUT',
  path: '/node/v1/nodes/{repository}/{node}/metadata/copy/{from}',
  alsoServedAs: [{ method: 'POST' }],
  summary: 'Copy the metadata of another node without a new version',
  description:
    'The caller needs the right to change this node and to read the other one. Specific to edu-repo: properties that the other node lacks stay. So do the name and properties that concern one node only: media type and size, those of imports (`ccm:replicationsource…`), of collections and of published copies.',
  group: 'node',
  access: 'user',
  dryRun: true,
  params: nodePath.extend({ from: z.string().describe('The ID of the node whose metadata is copied.') }),
  query: z.object(nodeForm),
  result: NodeEntry,
});
