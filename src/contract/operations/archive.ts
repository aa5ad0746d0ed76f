import { z } from 'zod';
import { ArchivedNodes, RestoreResults } from '../objects/archive.ts';
import { paging, repositoryParam } from '../objects/common.ts';
import { nodeForm, propertyFilter } from '../objects/node-form.ts';
import { operation } from '../operation.ts';
import { separable } from '../wire-query.ts';

const group = 'archive';

const searchPath = z.object({
  repository: repositoryParam,
  pattern: z
    .string()
    .max(1000)
    .describe('Searched for in the name. `*` matches any characters; `*` alone matches all nodes.'),
});

const searchQuery = z.object({
  sortProperties: separable(z.array(z.enum(['cm:name', 'sys:archivedDate', 'sys:archivedBy'])).max(3))
    .default([])
    .describe(
      'The properties to sort by, most significant first; repeat the parameter. By default, and for ties: newest first.',
    ),
  sortAscending: z
    .array(z.boolean())
    .max(3)
    .default([])
    .describe('Whether to sort in ascending order, one value for each of `sortProperties`; a missing value is `true`.'),
  ...paging({ defaultSize: 500 }),
  ...propertyFilter,
  ...nodeForm,
});

const archivedNodes = separable(
  z
    .array(z.string())
    .min(1)
    .max(200)
    .describe(
      'The IDs of deleted nodes; repeat the parameter for several, or separate them by commas. The call changes all of them or none.',
    ),
);

const listed =
  'Lists only the top node of each deletion, with `ref.archived` set. Restoring or purging this node includes the nodes below it. `sys:archivedDate` and `sys:archivedBy` say when and by whom the node was deleted. Specific to edu-repo: `archivedFrom` is the path of its former folder.';

export const searchArchive = operation({
  method: 'GET',
  path: '/archive/v1/search/{repository}/{pattern}',
  summary: 'Search the archive for nodes that can be restored',
  description: `Finds nodes that the caller deleted or owns. Administrators find all nodes. ${listed}`,
  group,
  access: 'user',
  params: searchPath,
  query: searchQuery,
  result: ArchivedNodes,
});

export const searchArchiveOfPerson = operation({
  method: 'GET',
  path: '/archive/v1/search/{repository}/{pattern}/{person}',
  summary: 'Search the archive for nodes that a person deleted or owns',
  description: listed,
  group,
  access: 'self-or-admin',
  params: searchPath.extend({ person: z.string().describe('A user name, or `-me-` for the current user.') }),
  query: searchQuery,
  result: ArchivedNodes,
});

export const restoreArchived = operation({
  method: 'POST',
  path: '/archive/v1/restore/{repository}',
  summary: 'Restore deleted nodes with everything below them',
  description:
    'For the person who deleted a node, its owner, and administrators. A node returns to its former folder, where the caller must have the right to add children. Specific to edu-repo: if that folder no longer exists, or is in the archive and not restored by the same call, nothing is restored. The call then returns 400 and lists the nodes that need a `target` in `details.nodesInNeedOfTarget`.',
  group,
  access: 'user',
  dryRun: true,
  params: z.object({ repository: repositoryParam }),
  longQuery: true,
  query: z.object({
    archivedNodeIds: archivedNodes,
    target: z
      .string()
      .optional()
      .describe(
        'A folder to restore all nodes into. Specific to edu-repo: for a caller who does not own a node, the rules of moving apply: the caller needs the right to delete it, and must not gain rights on it in the new folder.',
      ),
  }),
  result: RestoreResults,
  errors: [409],
});

export const purgeArchived = operation({
  method: 'DELETE',
  path: '/archive/v1/purge/{repository}',
  summary: 'Purge deleted nodes permanently',
  description:
    'For the person who deleted a node, its owner, and administrators. Specific to edu-repo: the caller needs the right to delete the node and everything below it.',
  group,
  access: 'user',
  dryRun: true,
  params: z.object({ repository: repositoryParam }),
  longQuery: true,
  query: z.object({ archivedNodeIds: archivedNodes }),
  result: 'empty',
});
