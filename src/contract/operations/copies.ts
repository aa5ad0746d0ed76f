import { z } from 'zod';
import { nodePath } from '../objects/common.ts';
import { NodeEntry } from '../objects/node.ts';
import { nodeForm } from '../objects/node-form.ts';
import { operation } from '../operation.ts';

const group = 'node';

const source = z.string().describe('A node id, or one of the names that stand for a node, such as `-userhome-`.');

export const copyNode = operation({
  method: 'POST',
  path: '/node/v1/nodes/{repository}/{node}/children/_copy',
  summary: 'Copy a node into a folder',
  description:
    'The copy belongs to the caller, begins with version 1.0, and has the rights of its folder. Choice of edu-repo: what the caller may not read, or not download, is left out with all below it; the header `x-edu-left-out` counts the nodes among these that the caller sees and may not download. All of the copy is there at once, or nothing. A name that is taken gets ` - 1`.',
  group,
  access: 'user',
  params: nodePath,
  query: z.object({
    source,
    withChildren: z.boolean().describe('With all below it.'),
    name: z.string().optional().describe('Choice of edu-repo: a name for the copy in place of the present one.'),
    ...nodeForm,
  }),
  result: NodeEntry,
});

export const moveNode = operation({
  method: 'POST',
  path: '/node/v1/nodes/{repository}/{node}/children/_move',
  summary: 'Move a node, with all below it, into a folder',
  description:
    'The caller needs the right to delete it where it is. Choice of edu-repo: 403 where the new place would give the caller rights on it that they lack, now or by changing a list of rights there, unless they have ChangePermissions on it; 400 where the folder is the node itself or lies below it, 409 where a child of the folder has its name.',
  group,
  access: 'user',
  params: nodePath,
  query: z.object({
    source,
    name: z
      .string()
      .optional()
      .describe('Choice of edu-repo: a new name, given in the same step; it needs the right to change properties.'),
    ...nodeForm,
  }),
  result: NodeEntry,
  errors: [409],
});
