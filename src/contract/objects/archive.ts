import { z } from 'zod';

/** What became of something that was restored, in the form of later servers. */
export const RestoreResult = z.strictObject({
  archiveNodeId: z.string(),
  nodeId: z.string().describe('Choice of edu-repo: the same id.'),
  parent: z.string().describe('The id of the folder in which it lies now.'),
  path: z
    .string()
    .describe(
      'Choice of edu-repo: the names on the way to it, joined by `/`: `/…` from the top folder, `~/…` from the home folder of the caller, else from the first folder that the caller may read.',
    ),
  name: z.string().describe('Another one than before where `restoreStatus` says so.'),
  restoreStatus: z
    .enum(['FINE', 'DUPLICATENAME'])
    .describe('`DUPLICATENAME`: the name was taken, and ` - 1`, ` - 2` … was added to it.'),
});

export const RestoreResults = z.strictObject({ results: z.array(RestoreResult) });
