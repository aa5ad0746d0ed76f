import { AnswerError, TransportError } from '../../client/answer-error.ts';
import type { Client } from '../../client/client.ts';
import { createClient } from '../../client/client.ts';
import { createRetryingTransport } from '../../client/retrying-transport.ts';
import type { Connection } from '../connection/connect.ts';
import type { Context } from '../program/context.ts';
import { Interrupted } from '../program/failure.ts';
import type { DifferingFile } from './replace-local.ts';
import type { Tally } from './tally.ts';

/** What to do with a file whose name is taken by another content. */
export type IfExists = 'skip' | 'rename' | 'replace' | 'fail';

/** What every step of a transfer works with. */
export interface TransferSettings {
  /** Repeats reading calls that fail for a reason that may pass. */
  readonly client: Client;
  readonly ifExists: IfExists;
  /** Do all the reading and deciding, change nothing. */
  readonly dryRun: boolean;
  /** How many files are in flight. */
  readonly concurrency: number;
  /** Said beside new versions. */
  readonly versionComment: string;
  readonly signal: AbortSignal;
  readonly tally: Tally;
  /** A local folder that is not entered: the data directory of the repository itself. */
  readonly avoid: string | undefined;
  /** Called for each local file that is left as it is, as its content differs. */
  readonly onDiffering?: (file: DifferingFile) => void;
}

/** Makes the settings of a transfer over a connection. */
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

// Sign-in refused, no server, no disk: the next row would fail in the same way.
const fatalStatuses = [401, 503, 507];

/** Whether an error ends the whole transfer, rather than one row of it. */
export function endsTransfer(error: unknown): boolean {
  if (error instanceof Interrupted || error instanceof TransportError) return true;
  if (error instanceof Error && error.name === 'AbortError') return true;
  if (!(error instanceof AnswerError)) return false;
  // A busy server says when to come again: by then it may have time for the next row.
  const isBusy = error.status === 503 && error.retryAfter !== undefined;
  return fatalStatuses.includes(error.status) && !isBusy;
}

/** Throws where somebody has asked to stop. */
export function stopIfInterrupted(signal: AbortSignal): void {
  if (signal.aborted) throw new Interrupted();
}
