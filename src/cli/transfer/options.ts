import { type Command, InvalidArgumentError, Option } from 'commander';

const maxConcurrency = 64;
export const defaultConcurrency = 4;

function readConcurrency(text: string): number {
  const count = Number(text);
  if (!/^\d{1,3}$/.test(text) || count < 1 || count > maxConcurrency) {
    throw new InvalidArgumentError(`Write a number from 1 to ${maxConcurrency}.`);
  }
  return count;
}

export interface TransferFlags {
  readonly concurrency: number;
  readonly versionComment?: string;
}

export function declareTransferOptions(command: Command): void {
  command
    .addOption(
      new Option(
        '--concurrency <count>',
        'number of transfers at the same time, each of one file or of many small ones',
      )
        .argParser(readConcurrency)
        .default(defaultConcurrency),
    )
    .option('--version-comment <text>', 'comment for the new versions');
}
