import type { CommanderError } from 'commander';
import { type Failure, usageFailure } from './failure.ts';
import { unshield } from './special-arguments.ts';

const reasons: Readonly<Record<string, string>> = {
  'commander.unknownCommand': 'There is no command with this name.',
  'commander.unknownOption': 'The command has no option with this name.',
  'commander.missingArgument': 'The command requires this argument.',
  'commander.excessArguments': 'The command takes fewer arguments.',
  'commander.optionMissingArgument': 'The option requires a value.',
  'commander.invalidArgument': 'The command does not accept this value.',
};

const withFullStop = (text: string): string => (text.endsWith('.') ? text : `${text}.`);

/** Turns an error of commander into three lines. `commandName` is the part of the command that commander recognized. */
export function explainUsage(error: CommanderError, commandName: string | undefined): Failure {
  const [what = '', suggestion] = unshield(error.message)
    .replace(/^error: /, '')
    .split('\n');
  const why =
    suggestion?.replace(/^\((.*)\)$/, '$1') ?? reasons[error.code] ?? 'edu-repo cannot read the command line.';
  const next = commandName === undefined ? 'edu-repo --help' : `edu-repo help ${commandName}`;
  return usageFailure(withFullStop(what), why, `For help: ${next}`);
}
