import { z } from 'zod';
import { nodePath } from '../objects/common.ts';
import { NodeEntry } from '../objects/node.ts';
import { nodeForm } from '../objects/node-form.ts';
import { operation } from '../operation.ts';

const group = 'node';

const source = z.string().describe('A node ID, or a name for a node, such as `-userhome-`.');

export const copyNode = operation({
  method: 'POST',
  path: '/node/v1/nodes/{repository}/{node}/children/_copy',
  summary: 'Copy a node into a folder',
  description:
    'The copy belongs to the caller, starts with version 1.0, and inherits the rights of its folder. Specific to edu-repo: nodes that the caller may not read or download are left out with everything below them; the header `x-edu-left-out` counts those that the caller may read but not download. The copy is atomic. If the name is taken, ` - 1` is added. Only a child object can be copied into a file; in a folder, it becomes an ordinary file. Copying a reference into a collection that has one to the same original returns 409.',
  group,
  access: 'user',
  dryRun: true,
  params: nodePath,
  query: z.object({
    source,
    withChildren: z
      .boolean()
      .describe('Whether to copy everything below a folder. Child objects are always copied with their file.'),
    name: z
      .string()
      .optional()
      .describe('Specific to edu-repo: the name of the copy. The default is the name of the source.'),
    ...nodeForm,
  }),
  result: NodeEntry,
  errors: [409],
});

export const moveNode = operation({
  method: 'POST',
  path: '/node/v1/nodes/{repository}/{node}/children/_move',
  summary: 'Move a node and everything below it into a folder',
  description:
    'The caller needs the right to delete the node. Specific to edu-repo: only a child object can be moved into a file; in a folder, it becomes an ordinary file. Returns 403 if the move would give the caller more rights on the node, immediately or by editing an ACL above the new folder, unless the caller has ChangePermissions on the node; 400 if the folder is the node itself or below it; 409 if a child of the folder has the same name, or refers to the same original.',
  group,
  access: 'user',
  dryRun: true,
  params: nodePath,
  query: z.object({
    source,
    name: z
      .string()
      .optional()
      .describe('Specific to edu-repo: a new name for the node. Requires the right to change its properties.'),
    ...nodeForm,
  }),
  result: NodeEntry,
  errors: [409],
});
