import { AnswerError, BrokenDownloadError, TransportError } from '../../client/answer-error.ts';
import type { Client } from '../../client/client.ts';
import { createClient } from '../../client/client.ts';
import { createRetryingTransport } from '../../client/retrying-transport.ts';
import type { Connection } from '../connection/connect.ts';
import type { Context } from '../program/context.ts';
import { Interrupted } from '../program/failure.ts';
import type { ExcludedFiles } from './excluded-files.ts';
import type { MetadataOfFiles } from './metadata-of-files.ts';
import type { DifferingFile, Tally } from './tally.ts';

/** What to do if a file with the same name but different content exists. */
export type IfExists = 'skip' | 'rename' | 'replace' | 'fail';

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
  readonly tally: Tally;
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
  options: Omit<TransferSettings, 'client' | 'dryRun' | 'signal'>,
): TransferSettings {
  return {
    ...options,
    client: createClient(createRetryingTransport(connection.send, context.signal)),
    dryRun: context.globals.dryRun,
    signal: context.signal,
  };
}

// Sign-in refused, server unavailable, disk full: all other files would fail too.
const fatalStatuses = [401, 503, 507];

/** Whether an error ends the whole transfer, not just one file. */
export function endsTransfer(error: unknown): boolean {
  if (error instanceof Interrupted) return true;
  // Other files may be sound. If the server is down, the next call fails with another `TransportError` and ends the transfer.
  if (error instanceof BrokenDownloadError) return false;
  if (error instanceof TransportError) return true;
  if (error instanceof Error && error.name === 'AbortError') return true;
  if (!(error instanceof AnswerError)) return false;
  // A busy server states when to retry and may accept the next file.
  const isBusy = error.status === 503 && error.retryAfter !== undefined;
  return fatalStatuses.includes(error.status) && !isBusy;
}

export function stopIfInterrupted(signal: AbortSignal): void {
  if (signal.aborted) throw new Interrupted();
}
