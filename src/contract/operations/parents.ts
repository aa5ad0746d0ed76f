import { z } from 'zod';
import { nodePath, skipping } from '../objects/common.ts';
import { ParentEntries } from '../objects/node.ts';
import { nodeForm, propertyFilter } from '../objects/node-form.ts';
import { operation } from '../operation.ts';

export const listParents = operation({
  method: 'GET',
  path: '/node/v1/nodes/{repository}/{node}/parents',
  summary: 'List a node and the folders above it',
  description:
    'The first entry is the node itself, then come its parent and so on, as far as the caller may read them. In the home folder of the caller, the list ends below that folder.',
  group: 'node',
  access: 'guest',
  params: nodePath,
  query: z.object({
    fullPath: z
      .boolean()
      .default(false)
      .describe("Whether to go on above the caller's home folder, up to the top folder if the caller may read it."),
    ...skipping,
    ...propertyFilter,
    ...nodeForm,
  }),
  result: ParentEntries,
});
