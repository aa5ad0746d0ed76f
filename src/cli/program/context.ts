import type { Connection } from '../connection/connect.ts';
import type { Output } from '../print/output.ts';
import type { Printer } from '../print/printer.ts';
import type { Questions } from '../print/questions.ts';
import type { Style } from '../print/style.ts';
import type { ExitCode } from './exit-codes.ts';
import type { GlobalOptions } from './global-options.ts';
import type { Host } from './host.ts';

/** What the job that a command is recorded as knows of the target of a copy. */
export interface JobTarget {
  /** Whether an earlier run of the job created it. Then it is the copy, and not a folder that gets the copy. */
  readonly isOwn: boolean;
  /** Remembers that the command is about to create it. */
  noteCreated(): Promise<void>;
}

/** What a command runs with. Connection, printer and style are created on first use. */
export interface Context {
  /** The full name of the command without aliases, such as `node get`. */
  readonly commandName: string;
  readonly globals: GlobalOptions;
  readonly environment: Host['environment'];
  readonly stdin: Host['stdin'];
  readonly output: Output;
  /** The start of addresses in output: empty, or the name of the remote that the arguments name and a colon. */
  readonly addressPrefix: string;
  /** Aborted by SIGINT (Ctrl-C) or SIGTERM. */
  readonly signal: AbortSignal;
  /**
   * Connects to the repository that this command line selects. Each call returns the same connection, which is closed
   * after the command.
   */
  connect(): Promise<Connection>;
  /** The printer for the requested output format. */
  printer(): Promise<Printer>;
  style(stream: 'stdout' | 'stderr'): Promise<Style>;
  readonly questions: Questions;
  readonly jobTarget: JobTarget;
  /** Runs another command line in this process, with the same streams, and with these variables besides its own. */
  runLine(words: readonly string[], environment?: NodeJS.ProcessEnv): Promise<ExitCode>;
}
