import { type Command, Option } from 'commander';
import { type Delimiter, readDelimiter } from './delimiter.ts';

const choices = ['continue', 'stop'] as const;

/** Whether a row with a mistake only fails itself (`continue`), or nothing is changed (`stop`). */
export type OnError = (typeof choices)[number];

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
        'a row with a mistake: continue with the others, or stop before any change (default: continue)',
      ).choices(choices),
    );

export interface ReadingOptions {
  readonly sheet: string | undefined;
  readonly delimiter: Delimiter | undefined;
  readonly onError: OnError;
}

export const readReading = ({ sheet, delimiter, onError }: ReadingFlags): ReadingOptions => ({
  sheet,
  delimiter: delimiter === undefined ? undefined : readDelimiter(delimiter),
  onError: onError ?? 'continue',
});
