import { z } from 'zod';
import { RestoreResults } from '../objects/archive.ts';
import { paging, repositoryParam } from '../objects/common.ts';
import { NodeEntries } from '../objects/node.ts';
import { nodeForm, propertyFilter } from '../objects/node-form.ts';
import { operation } from '../operation.ts';

const group = 'archive';

const searchPath = z.object({
  repository: repositoryParam,
  pattern: z.string().max(1000).describe('Looked for in the name; `*` stands for any letters, and alone for all.'),
});

const searchQuery = z.object({
  sortProperties: z
    .array(z.enum(['cm:name', 'sys:archivedDate', 'sys:archivedBy']))
    .max(3)
    .default([])
    .describe('What counts most first; repeat the parameter. Where none is given, and of what is equal, newest first.'),
  sortAscending: z
    .array(z.boolean())
    .max(3)
    .default([])
    .describe('One for each of `sortProperties` in their order; a missing one is `true`.'),
  ...paging({ defaultSize: 500 }),
  ...propertyFilter,
  ...nodeForm,
});

const archivedNodes = z
  .array(z.string())
  .min(1)
  .max(200)
  .describe('The ids of nodes that were deleted; repeat the parameter for several. All of them or none.');

const listed =
  'Only the top of what was deleted is listed, with `ref.archived`; what lay below it comes and goes with it. `sys:archivedDate` and `sys:archivedBy` say when and by whom. Choice of edu-repo: `archivedFrom` says where it lay.';

export const searchArchive = operation({
  method: 'GET',
  path: '/archive/v1/search/{repository}/{pattern}',
  summary: 'Find what was deleted and can be restored',
  description: `What the caller deleted or owns; for administrators everything. ${listed}`,
  group,
  access: 'user',
  params: searchPath,
  query: searchQuery,
  result: NodeEntries,
});

export const searchArchiveOfPerson = operation({
  method: 'GET',
  path: '/archive/v1/search/{repository}/{pattern}/{person}',
  summary: 'Find what a person deleted or owns and can be restored',
  description: listed,
  group,
  access: 'self-or-admin',
  params: searchPath.extend({ person: z.string().describe('A user name, or `-me-` for the current user.') }),
  query: searchQuery,
  result: NodeEntries,
});

export const restoreArchived = operation({
  method: 'POST',
  path: '/archive/v1/restore/{repository}',
  summary: 'Restore what was deleted, with all that lay below it',
  description:
    'For whoever deleted it, its owner, and administrators. It goes back to its folder, where the caller must be allowed to add something. Choice of edu-repo: where the folder is gone, or in the archive and not restored by the same call, nothing is restored, and 400 asks for a `target` and names the nodes in `details.nodesInNeedOfTarget`.',
  group,
  access: 'user',
  params: z.object({ repository: repositoryParam }),
  query: z.object({
    archivedNodeIds: archivedNodes,
    target: z
      .string()
      .optional()
      .describe(
        'A folder to restore all of them into. Choice of edu-repo: for whoever does not own a node the rules of moving it hold then: the right to delete it, and no rights gained by the new place.',
      ),
  }),
  result: RestoreResults,
});

export const purgeArchived = operation({
  method: 'DELETE',
  path: '/archive/v1/purge/{repository}',
  summary: 'Remove for good what was deleted',
  description:
    'For whoever deleted it, its owner, and administrators. Choice of edu-repo: it and everything below it must be the caller’s to delete.',
  group,
  access: 'user',
  params: z.object({ repository: repositoryParam }),
  query: z.object({ archivedNodeIds: archivedNodes }),
  result: 'empty',
});
