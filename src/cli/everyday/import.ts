import { stat } from 'node:fs/promises';
import { Option } from 'commander';
import { type MetadataRow, readMetadataTable, type TableOptions } from '../metadata/metadata-table.ts';
import {
  declareTableOptions,
  readTableOptions,
  refuseWithoutTable,
  type TableFlags,
} from '../metadata/table-options.ts';
import { type NodeAddress, parseNodeAddress, writeNodeAddress } from '../node-arguments/address.ts';
import { collect } from '../node-arguments/properties.ts';
import { shellWord } from '../print/shell-word.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { dataDirectoryInside } from '../transfer/data-directory-inside.ts';
import { excludedFiles } from '../transfer/excluded-files.ts';
import { MetadataOfFiles } from '../transfer/metadata-of-files.ts';
import { declareTransferOptions, type TransferFlags } from '../transfer/options.ts';
import { runTransfer } from '../transfer/run-transfer.ts';
import { countFailure } from '../transfer/tally.ts';
import { ensurePath } from '../transfer/target-folder.ts';
import type { IfExists } from '../transfer/transfer-settings.ts';
import { uploadTree } from '../transfer/upload-tree.ts';

const choices = ['skip', 'rename', 'version', 'fail'] as const;

interface ImportFlags extends TransferFlags, TableFlags {
  readonly metadata?: string;
  readonly ifExists: (typeof choices)[number];
  readonly exclude?: readonly string[];
}

interface ImportOptions {
  readonly folder: string;
  readonly target: NodeAddress;
  readonly ifExists: IfExists;
  /** Patterns of the files and folders to leave out. */
  readonly patterns: readonly string[];
  /** A table with the metadata of the files. */
  readonly table: TableOptions | undefined;
  readonly concurrency: number;
  readonly versionComment: string;
}

const notAFolder = (folder: string, target: NodeAddress): Failure =>
  new Failure(exitCodes.error, {
    what: `${folder} is not a folder.`,
    why: 'import uploads the contents of a folder.',
    next: `For one file: edu-repo cp ${shellWord(folder)} ${shellWord(`repo:${writeNodeAddress(target)}`)}`,
  });

const renamesFiles = (table: string): Failure =>
  new Failure(exitCodes.usage, {
    what: `${table} has a column for the names of files.`,
    why: 'import takes the names from the folder.',
    next: "To ignore the column: --column 'HEADER='",
  });

function readTableOf(flags: ImportFlags): TableOptions | undefined {
  if (flags.metadata !== undefined) return readTableOptions(flags.metadata, flags);
  refuseWithoutTable(flags);
  return undefined;
}

async function readMetadata(folder: string, table: TableOptions, context: Context): Promise<MetadataOfFiles> {
  const rows = await readMetadataTable(table, context);
  if (rows.some(({ cells }) => cells.some(({ property }) => property === 'cm:name'))) throw renamesFiles(table.file);
  return MetadataOfFiles.of(folder, table.file, rows);
}

const badRow = (table: string, { row, why = '' }: MetadataRow): Failure =>
  new Failure(exitCodes.error, {
    what: `Row ${row} of ${table} cannot be stored.`,
    why,
    next: 'Correct the table, and run the command again',
  });

const noSuchFile = (folder: string, table: string, row: number): Failure =>
  new Failure(exitCodes.notFound, {
    what: `Row ${row} of ${table} matches no imported file.`,
    why: `${folder} has no file with this path. Rows cannot describe folders, symbolic links or the table itself.`,
    next: 'Correct the path in the table',
  });

async function importInto({ folder, target, table, patterns, ...options }: ImportOptions, context: Context) {
  if (!(await stat(folder)).isDirectory()) throw notAFolder(folder, target);
  const { dataDirectory } = await context.connect();
  const avoid = await dataDirectoryInside(folder, dataDirectory);
  const written = writeNodeAddress(target);
  const excludes = patterns.map((pattern) => ` --exclude ${shellWord(pattern)}`).join('');
  const again = `edu-repo import ${shellWord(folder)} ${shellWord(written)}${excludes} --if-exists version`;
  const facts = { doing: 'Importing', done: 'Imported', target: written, toReplace: again };
  const metadata = table === undefined ? undefined : await readMetadata(folder, table, context);
  const excluded = excludedFiles(folder, patterns);
  return runTransfer(context, { ...options, avoid, metadata, excluded }, facts, async (settings) => {
    await uploadTree(folder, await ensurePath(target, settings), settings);
    for (const row of metadata?.failed ?? [])
      countFailure(settings.tally, row.names.join('/'), badRow(table?.file ?? '', row));
    for (const { row, names } of metadata?.unused(excluded) ?? []) {
      countFailure(settings.tally, names.join('/'), noSuchFile(folder, table?.file ?? '', row));
    }
  });
}

export const importFolder = defineCommand<ImportFlags, ImportOptions>({
  endsOnSignal: true,
  examples: [
    { line: 'edu-repo import ./Material /Mathe', does: 'upload the contents of Material to /Mathe' },
    {
      line: 'edu-repo import ./Material /Mathe --if-exists version',
      does: 'upload changed files as new versions',
    },
    {
      line: 'edu-repo import ./Material /Mathe --metadata material.csv',
      does: 'also set titles, licences and other metadata from a table',
    },
  ],
  configure: (command) => {
    command
      .argument('<folder>', 'local folder; files with unchanged content are not uploaded again')
      .argument('[path]', 'folder in the repository, created if missing (default: your home folder)')
      .addOption(
        new Option('--if-exists <what>', 'what to do if a file exists with different content')
          .choices(choices)
          .default('skip'),
      )
      .option(
        '--exclude <pattern>',
        "leave out files and folders with this name or path, such as '*.tmp'; repeatable",
        collect,
      );
    declareTransferOptions(command);
    command.option(
      '--metadata <table>',
      'CSV or XLSX file with the metadata of the files, as for metadata import; skipped files keep their metadata',
    );
    declareTableOptions(command);
  },
  readOptions: ([folder = '', path = '~'], flags) => ({
    folder,
    target: parseNodeAddress(path),
    ifExists: flags.ifExists === 'version' ? 'replace' : flags.ifExists,
    patterns: flags.exclude ?? [],
    concurrency: flags.concurrency,
    versionComment: flags.versionComment ?? '',
    table: readTableOf(flags),
  }),
  run: importInto,
});
