import type { Client } from '../../client/client.ts';
import { createClient } from '../../client/client.ts';
import { createRetryingTransport } from '../../client/retrying-transport.ts';
import type { Connection } from '../connection/connect.ts';
import type { Context, JobTarget } from '../program/context.ts';
import type { RowObserver } from '../upload/file-row.ts';
import type { MetadataOfFiles } from '../upload/metadata-of-files.ts';
import type { ExcludedFiles } from './excluded-files.ts';
import { reportOutages } from './report-outages.ts';
import type { DifferingFile, Tally } from './tally.ts';

/**
 * What to do if a file with the same name but different content exists. `replace` also makes a new version of a node whose metadata
 * alone differ, `update` does not.
 */
export type IfExists = 'skip' | 'rename' | 'replace' | 'update' | 'fail';

export interface TransferSettings {
  /** Retries read calls after temporary failures. */
  readonly client: Client;
  readonly ifExists: IfExists;
  /** Whether to count what would happen without changing anything. */
  readonly dryRun: boolean;
  /** The number of files transferred at the same time. */
  readonly concurrency: number;
  readonly versionComment: string;
  readonly signal: AbortSignal;
  readonly jobTarget: JobTarget;
  readonly tally: Tally;
  readonly observer?: RowObserver | undefined;
  /** What a table says about the files; undefined without a table. */
  readonly metadata?: MetadataOfFiles | undefined;
  /** The local files and folders to leave out, as the user asked; undefined for none. */
  readonly excluded?: ExcludedFiles | undefined;
  /** A local folder to skip: the data directory of the repository itself. */
  readonly avoid: string | undefined;
  /** Called for each local file that differs from the node and is not replaced. */
  readonly onDiffering?: (file: DifferingFile) => void;
}

export function transferSettings(
  connection: Connection,
  context: Context,
  options: Omit<TransferSettings, 'client' | 'dryRun' | 'signal' | 'jobTarget'>,
): TransferSettings {
  const send = reportOutages(connection.send, context.output);
  return {
    ...options,
    client: createClient(createRetryingTransport(send, context.signal)),
    dryRun: context.globals.dryRun,
    signal: context.signal,
    jobTarget: context.jobTarget,
  };
}
