import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Delimiter, readDelimiter } from './delimiter.ts';

const choices = ['skip', 'stop'] as const;

/** Whether a row with a mistake only fails itself (`skip`), or nothing is changed (`stop`). */
export type OnError = (typeof choices)[number];

/** `continue` is the earlier word for `skip`. */
function readOnError(text: string): OnError {
  const choice = choices.find((one) => one === (text === 'continue' ? 'skip' : text));
  if (choice !== undefined) return choice;
  throw new InvalidArgumentError(`Allowed choices are ${choices.join(', ')}.`);
}

export interface ReadingFlags {
  readonly sheet?: string;
  readonly delimiter?: string;
  readonly onError?: OnError;
}

/** Declares the options of all commands that read a table. */
export const declareReading = (command: Command): Command =>
  command
    .option('--sheet <name>', 'sheet of the workbook (default: the first that is not hidden)')
    .option('--delimiter <character>', 'delimiter of a CSV file: ; , tab or | (default: the one that fits)')
    .addOption(
      new Option(
        '--on-error <what>',
        'what to do with a mistake in a row: skip the row, or stop before any change (choices: "skip", "stop", default: skip)',
      ).argParser(readOnError),
    );

export interface ReadingOptions {
  readonly sheet: string | undefined;
  readonly delimiter: Delimiter | undefined;
  readonly onError: OnError;
}

export const readReading = ({ sheet, delimiter, onError }: ReadingFlags): ReadingOptions => ({
  sheet,
  delimiter: delimiter === undefined ? undefined : readDelimiter(delimiter),
  onError: onError ?? 'skip',
});
