import type { CommanderError } from 'commander';
import { type Failure, usageFailure } from './failure.ts';
import { unshield } from './special-arguments.ts';

const withFullStop = (text: string): string => (text.endsWith('.') ? text : `${text}.`);

/** Turns an error of commander into three lines. `commandName` is the part of the command that commander recognized. */
export function explainUsage(error: CommanderError, commandName: string | undefined): Failure {
  const [what = '', suggestion] = unshield(error.message)
    .replace(/^error: /, '')
    .split('\n');
  const why = suggestion?.replace(/^\((.*)\)$/, '$1') ?? 'The command line is not valid.';
  const next = commandName === undefined ? 'edu-repo --help' : `edu-repo help ${commandName}`;
  return usageFailure(withFullStop(what), why, `Try: ${next}`);
}
