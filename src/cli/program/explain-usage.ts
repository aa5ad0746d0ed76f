import type { CommanderError } from 'commander';
import { type Failure, usageFailure } from './failure.ts';
import { unshield } from './special-arguments.ts';

const withFullStop = (text: string): string => (text.endsWith('.') ? text : `${text}.`);

/** Puts what commander says about a command line into three lines; `commandName` is how far it was understood. */
export function explainUsage(error: CommanderError, commandName: string | undefined): Failure {
  const [what = '', suggestion] = unshield(error.message)
    .replace(/^error: /, '')
    .split('\n');
  const why = suggestion?.replace(/^\((.*)\)$/, '$1') ?? 'The command line cannot be understood so.';
  const next = commandName === undefined ? 'edu-repo --help' : `edu-repo help ${commandName}`;
  return usageFailure(withFullStop(what), why, `Try: ${next}`);
}
