import { CommanderError } from 'commander';
import { stackOf } from '../../base/errors/source-positions.ts';
import { hintsAt, type Selection } from '../print/hints.ts';
import { createOutput } from '../print/output.ts';
import type { FailedCommand } from './advice.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { explainError } from './explain-error.ts';
import { explainUsage } from './explain-usage.ts';
import { Interrupted, OutputClosed } from './failure.ts';
import type { Host } from './host.ts';

export interface ReportedCommand extends Pick<FailedCommand, 'commandName' | 'verbose'> {
  /** The options that selected the repository. */
  readonly selection?: Selection;
  /** Whether to print the stack trace too. */
  readonly debug: boolean;
}

function stacksOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : `\nCaused by: ${stacksOf(error.cause)}`;
  return `${stackOf(error) ?? error.message}${cause}`;
}

/** Reports an error on stderr in three lines and resolves with the exit code. Does not report `OutputClosed` and `Interrupted`. */
export async function reportFailure(error: unknown, command: ReportedCommand, host: Host): Promise<ExitCode> {
  if (error instanceof OutputClosed) return exitCodes.ok;
  if (error instanceof Interrupted) return exitCodes.interrupted;
  // A noun without a verb: commander has printed its help on stderr.
  if (error instanceof CommanderError && error.code === 'commander.help') return exitCodes.usage;
  const output = createOutput(host.stdout, host.stderr);
  const failure =
    error instanceof CommanderError
      ? explainUsage(error, command.commandName)
      : explainError(error, { ...command, ...command.selection, environment: host.environment });
  const name = command.commandName === undefined ? '' : ` ${command.commandName}`;
  output.report(`edu-repo${name}: ${failure.message}`);
  output.report(`  ${failure.why}`);
  output.report(`  ${hintsAt(command.selection ?? {})(failure.next)}`);
  if (command.debug) output.report(stacksOf(error));
  return failure.exitCode;
}
