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

/** What people who type the name of another command most likely want to do. */
const intents: Readonly<Record<string, string>> = {
  upload: 'import FOLDER for a folder, or cp FILE repo:/PATH/ for a file',
  download: 'cp repo:/PATH . (with -r for a folder)',
  export: 'cp -r repo:/PATH FOLDER for files, or dataprotection request for all data of a person',
  find: 'search WORDS',
  chmod: 'share NODE NAME',
  rename: 'mv /OLD-PATH /NEW-PATH',
  delete: 'rm PATH',
  folder: 'mkdir PATH',
  versions: 'node versions PATH',
  restore: 'trash restore ID',
  passwd: 'user passwd NAME',
};

const unknownName = /^unknown command '([^']*)'/;

/** The command for an intent; undefined for other names. */
function intended(message: string): string | undefined {
  const name = unknownName.exec(message)?.[1] ?? '';
  return Object.hasOwn(intents, name) ? `Did you mean edu-repo ${intents[name]}?` : undefined;
}

/** A word with a minus sign in front, which the search box understands, is taken for an option in a command line. */
const ofOption = /option '-/;
const withoutWord = '; to leave out a word, write ohne: edu-repo search Brüche ohne Lösung';

const withFullStop = (text: string): string => (text.endsWith('.') ? text : `${text}.`);

/** Turns an error of commander into three lines. `commandName` is the part of the command that commander recognized. */
export function explainUsage(error: CommanderError, commandName: string | undefined): Failure {
  const [what = '', suggestion] = unshield(error.message)
    .replace(/^error: /, '')
    .split('\n');
  const why =
    (commandName === undefined ? intended(what) : undefined) ??
    suggestion?.replace(/^\((.*)\)$/, '$1') ??
    reasons[error.code] ??
    'edu-repo cannot read the command line.';
  const next = commandName === undefined ? 'edu-repo --help' : `edu-repo help ${commandName}`;
  return usageFailure(
    withFullStop(what),
    why,
    `For help: ${next}${commandName === 'search' && ofOption.test(what) ? withoutWord : ''}`,
  );
}
