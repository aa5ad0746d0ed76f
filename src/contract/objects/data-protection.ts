import { z } from 'zod';
import { DateTime, Pagination } from './common.ts';
import { NodeEntry } from './node.ts';

/** The queue entry of a data export (contract 2.10). */
export const DataExportStatus = z.strictObject({
  user: z.string().max(100),
  status: z.enum(['REQUESTED', 'RUNNING', 'FINISHED']),
  requested: DateTime,
  node_id: z.string().max(36).nullable().describe('The ID of the node with the finished export; null before.'),
  finished: DateTime.nullable(),
});

/** A finished export. Later server versions call the queue entry `statusObject`, so the response has it under both names. */
export const DataExport = z.strictObject({
  nodeEntry: NodeEntry,
  status: DataExportStatus,
  statusObject: DataExportStatus,
  expires: DateTime.describe(
    'Specific to edu-repo: the export can be downloaded until then. A later run of the job deletes it.',
  ),
});

/** A queue entry with the details that administrators see. */
export const DataExportEntry = DataExportStatus.extend({
  failure: z
    .strictObject({
      reason: z.string(),
      at: DateTime,
      tries: z.int().describe('The number of failed runs since the request.'),
      nextTry: DateTime,
    })
    .nullable()
    .describe('The last failed run; null if no run has failed since the request.'),
  mail: z
    .strictObject({
      state: z.enum(['pending', 'sent']),
      tries: z.int().describe('The number of failed attempts to send it.'),
      reason: z.string().nullable().describe('Why the last attempt failed; null if none has.'),
      nextTry: DateTime.nullable().describe('Null if it was sent.'),
    })
    .nullable()
    .describe(
      'The mail with the link to the export; null if the export is not finished, or the person has no address.',
    ),
});

export const DataExports = z.strictObject({ exports: z.array(DataExportEntry), pagination: Pagination });

/** What a run of the export job did. */
export const DataExportRun = z.strictObject({
  finished: z.array(z.string()).describe('The user names of the people whose exports were finished.'),
  failed: z.array(z.string()).describe('The user names of the people whose exports failed. The job tries again.'),
  removed: z.array(z.string()).describe('The user names of the people whose expired exports were deleted.'),
});
