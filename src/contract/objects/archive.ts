import { z } from 'zod';
import { NodeEntries } from './node.ts';
import { Facette } from './search.ts';

/** A page of the archive. */
export const ArchivedNodes = NodeEntries.extend({
  facets: z.array(Facette).describe('Specific to edu-repo: always empty, because the archive has no facets.'),
});

/** The result of restoring a node. */
export const RestoreResult = z.strictObject({
  archiveNodeId: z.string(),
  nodeId: z.string().describe('Specific to edu-repo: same as `archiveNodeId`.'),
  parent: z.string().describe('The ID of the parent folder.'),
  path: z
    .string()
    .describe(
      "Specific to edu-repo: the path of the node. It starts with `/` at the top folder, with `~/` at the caller's home folder, or otherwise below the nearest folder that the caller may not read.",
    ),
  name: z.string().describe('Differs from the old name if `restoreStatus` is `DUPLICATENAME`.'),
  restoreStatus: z
    .enum(['FINE', 'DUPLICATENAME'])
    .describe('`DUPLICATENAME`: the name was taken, so ` - 1`, ` - 2` … was added.'),
});

export const RestoreResults = z.strictObject({ results: z.array(RestoreResult) });
