import type { Client } from '../../client/client.ts';
import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import { startProgress } from '../print/progress.ts';
import type { Context } from '../program/context.ts';

export type JobRun = Result<Operations['runDataExports']>;

/** Runs the export job and shows progress until its end. */
export async function runJob(client: Client, context: Context): Promise<JobRun> {
  const progress = await startProgress(context, () => 'Creating the requested exports');
  try {
    return await client.runDataExports();
  } finally {
    progress.stop();
  }
}
