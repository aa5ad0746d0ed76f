import { CommanderError } from 'commander';
import { createOutput } from '../print/output.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { explainError } from './explain-error.ts';
import { explainUsage } from './explain-usage.ts';
import { Interrupted, OutputClosed } from './failure.ts';
import type { Host } from './host.ts';

export interface FailedCommand {
  readonly commandName: string | undefined;
  /** Whether the stack trace is shown as well. */
  readonly debug: boolean;
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : `\nCaused by: ${stackOf(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}

/** Tells on stderr, in three lines, what ended a command; resolves with the exit code for it. */
export async function reportFailure(error: unknown, command: FailedCommand, host: Host): Promise<ExitCode> {
  if (error instanceof OutputClosed) return exitCodes.ok;
  if (error instanceof Interrupted) return exitCodes.interrupted;
  // A noun without a verb: its help was shown on stderr.
  if (error instanceof CommanderError && error.code === 'commander.help') return exitCodes.usage;
  const output = createOutput(host.stdout, host.stderr);
  const failure =
    error instanceof CommanderError
      ? explainUsage(error, command.commandName)
      : explainError(error, command.commandName);
  const name = command.commandName === undefined ? '' : ` ${command.commandName}`;
  output.tell(`edu-repo${name}: ${failure.message}`);
  output.tell(`  ${failure.why}`);
  output.tell(`  ${failure.next}`);
  if (command.debug) output.tell(stackOf(error));
  return failure.exitCode;
}
