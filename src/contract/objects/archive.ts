import { z } from 'zod';

/** The result of restoring a node, in the form of later server versions. */
export const RestoreResult = z.strictObject({
  archiveNodeId: z.string(),
  nodeId: z.string().describe('Specific to edu-repo: the same ID as before.'),
  parent: z.string().describe('The ID of the parent folder.'),
  path: z
    .string()
    .describe(
      'Specific to edu-repo: the path of the node: `/…` from the top folder, `~/…` from the home folder of the caller, else from the first folder that the caller may read.',
    ),
  name: z.string().describe('Differs from the old name if `restoreStatus` is `DUPLICATENAME`.'),
  restoreStatus: z
    .enum(['FINE', 'DUPLICATENAME'])
    .describe('`DUPLICATENAME`: the name was taken, so ` - 1`, ` - 2` … was added.'),
});

export const RestoreResults = z.strictObject({ results: z.array(RestoreResult) });
