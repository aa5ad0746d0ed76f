import { z } from 'zod';
import { nodePath } from '../objects/common.ts';
import { NodeEntry } from '../objects/node.ts';
import { nodeForm } from '../objects/node-form.ts';
import { operation } from '../operation.ts';

const group = 'node';

export const uploadPreview = operation({
  method: 'POST',
  path: '/node/v1/nodes/{repository}/{node}/preview',
  summary: 'Give a node a picture of its own',
  description:
    'It is shown in place of the one of the content, also when that changes. No version is made. Choice of edu-repo: what cannot be shown as an image is 400, more than 20 MB is 413.',
  group,
  access: 'user',
  params: nodePath,
  query: z.object({
    mimetype: z.string().optional().describe('Choice of edu-repo: not looked at, as the image tells it itself.'),
    ...nodeForm,
  }),
  body: { kind: 'upload', field: 'image' },
  result: NodeEntry,
  errors: [413],
});

export const deletePreview = operation({
  method: 'DELETE',
  path: '/node/v1/nodes/{repository}/{node}/preview',
  summary: 'Take the picture of its own from a node',
  description: 'From then on the node shows the picture of its content again.',
  group,
  access: 'user',
  params: nodePath,
  query: z.object(nodeForm),
  result: NodeEntry,
});
