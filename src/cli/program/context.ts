import type { Connection } from '../connection/connect.ts';
import type { Output } from '../print/output.ts';
import type { Printer } from '../print/printer.ts';
import type { Questions } from '../print/questions.ts';
import type { Style } from '../print/style.ts';
import type { ExitCode } from './exit-codes.ts';
import type { GlobalOptions } from './global-options.ts';
import type { Host } from './host.ts';

/** What a command works with. Everything that costs time is made when it is first asked for. */
export interface Context {
  /** The command as people write it, such as `node get`. */
  readonly commandName: string;
  readonly globals: GlobalOptions;
  readonly environment: Host['environment'];
  readonly stdin: Host['stdin'];
  readonly output: Output;
  /** Aborted by Ctrl-C, or when the process is asked to end. */
  readonly signal: AbortSignal;
  /** The repository that this command line means; the same one each time. Closed after the command. */
  connect(): Promise<Connection>;
  /** Prints data in the form that was asked for. */
  printer(): Promise<Printer>;
  /** Colours for a stream, or none. */
  style(stream: 'stdout' | 'stderr'): Promise<Style>;
  readonly questions: Questions;
  /** Runs another command line in this process, over the same streams. */
  runLine(words: readonly string[]): Promise<ExitCode>;
}
