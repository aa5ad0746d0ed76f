import { z } from 'zod';
import { nodePath } from '../objects/common.ts';
import { NodeEntry } from '../objects/node.ts';
import { nodeForm } from '../objects/node-form.ts';
import { operation } from '../operation.ts';

const group = 'node';

export const uploadPreview = operation({
  method: 'POST',
  path: '/node/v1/nodes/{repository}/{node}/preview',
  summary: 'Set the custom preview of a node',
  description:
    'Clients show the image instead of the thumbnail of the content, also after the content changes. Does not create a version. Specific to edu-repo: returns 400 for a file that is not a readable image, and 413 for more than 20 MB.',
  group,
  access: 'user',
  params: nodePath,
  query: z.object({
    mimetype: z.string().optional().describe('Specific to edu-repo: ignored; the type is detected from the image.'),
    ...nodeForm,
  }),
  body: { kind: 'upload', field: 'image' },
  result: NodeEntry,
  errors: [413],
});

export const deletePreview = operation({
  method: 'DELETE',
  path: '/node/v1/nodes/{repository}/{node}/preview',
  summary: 'Remove the custom preview of a node',
  description: 'The node shows the thumbnail of its content again.',
  group,
  access: 'user',
  dryRun: true,
  params: nodePath,
  query: z.object(nodeForm),
  result: NodeEntry,
});
