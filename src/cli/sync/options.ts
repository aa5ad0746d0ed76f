import { type Command, InvalidArgumentError, Option } from 'commander';
import { collect } from '../node-arguments/properties.ts';
import { declareTransferOptions, type TransferFlags } from '../transfer/options.ts';
import type { SyncOptions } from './run-sync.ts';

export interface SyncFlags extends TransferFlags {
  readonly delete?: true;
  readonly maxDelete: number;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

function readCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Write a number, such as 100.');
  return Number(text);
}

/** Declares what `sync` and `watch` have in common. */
export function declareSyncOptions(command: Command): Command {
  command
    .option('--delete', 'delete what only the target has; nodes go to the trash, local files are gone')
    .addOption(
      new Option('--max-delete <count>', 'change nothing if more files and folders would be deleted')
        .argParser(readCount)
        .default(100),
    )
    .option('--include <pattern>', "only files with this name or path, such as '*.pdf'; repeatable", collect)
    .option('--exclude <pattern>', 'leave out files and folders with this name or path; repeatable', collect);
  declareTransferOptions(command);
  return command;
}

/** The options of a sync from one place to another. */
export const readSyncOptions = (source: string, target: string, flags: SyncFlags): SyncOptions => ({
  ...{ source, target, deletes: flags.delete === true, maxDelete: flags.maxDelete },
  ...{ include: flags.include ?? [], exclude: flags.exclude ?? [] },
  ...{ concurrency: flags.concurrency, versionComment: flags.versionComment ?? '' },
});
