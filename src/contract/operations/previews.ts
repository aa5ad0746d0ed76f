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
    'It replaces the thumbnail of the content, even if the content changes. Does not create a version. Choice of edu-repo: a file that is not a readable image is 400, more than 20 MB is 413.',
  group,
  access: 'user',
  params: nodePath,
  query: z.object({
    mimetype: z.string().optional().describe('Choice of edu-repo: ignored; the type is detected from the image.'),
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
  params: nodePath,
  query: z.object(nodeForm),
  result: NodeEntry,
});
