import type { Command } from 'commander';
import { type ListFlags, listOptions, readListFlags } from '../mds/values-of-lists.ts';
import { collect } from '../node-arguments/properties.ts';
import { usageFailure } from '../program/failure.ts';
import { declareReading, type ReadingFlags, readReading } from '../tables/reading-options.ts';
import { readColumnFlags } from './columns.ts';
import type { TableOptions } from './metadata-table.ts';

export interface TableFlags extends ListFlags, ReadingFlags {
  readonly column?: readonly string[];
}

/** Declares the options of commands that read a table with metadata. */
export const declareTableOptions = (command: Command): Command =>
  declareReading(
    listOptions(
      command,
      'metadata set with the captions and value lists of the table (default: the default set)',
    ).option(
      '--column <header=property>',
      'what a column contains: a property, path, or nothing to ignore it; repeatable',
      collect,
    ),
  );

/** Refuses options that only matter with a table. */
export function refuseWithoutTable({ column, sheet, delimiter, onError, mds, anyValue }: TableFlags): void {
  if ([column, sheet, delimiter, onError, mds, anyValue].every((flag) => flag === undefined)) return;
  throw usageFailure(
    '--column, --sheet, --delimiter, --on-error, --mds and --any-value need --metadata.',
    'They say how to read the table with the metadata.',
    'To read a table: --metadata FILE',
  );
}

export const readTableOptions = (file: string, flags: TableFlags): TableOptions => ({
  file,
  ...readReading(flags),
  columns: readColumnFlags(flags.column ?? []),
  lists: readListFlags(flags),
});
