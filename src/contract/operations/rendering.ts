import { z } from 'zod';
import { nodePath } from '../objects/common.ts';
import { nodeForm } from '../objects/node-form.ts';
import { RenderingDetails } from '../objects/rendering.ts';
import { operation } from '../operation.ts';

export const getRenderingDetails = operation({
  method: 'GET',
  path: '/rendering/v1/details/{repository}/{node}',
  alsoServedAs: [{ method: 'POST' }],
  summary: 'Get an HTML snippet that shows a node',
  description:
    'For learning platforms. A POST may have any body, also `null`; it is ignored. An app whose usage was deleted gets 403; if the node was deleted, it gets 404.',
  group: 'rendering',
  access: 'guest',
  byUsage: true,
  params: nodePath,
  query: z.object({
    version: z
      .string()
      .optional()
      .describe('A version such as `1.2`. Missing, empty, `0`, `-1` or `null`: the current version.'),
    displayMode: z
      .string()
      .max(100)
      .optional()
      .describe(
        '`inline`, `dynamic` or `prerender`: with title and description. `embed`: the content alone. Specific to edu-repo: other values count as `inline`.',
      ),
    ...nodeForm,
  }),
  result: RenderingDetails,
});
