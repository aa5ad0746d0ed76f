import { relative, sep } from 'node:path';
import { type MetadataRow, readMetadataTable, type TableOptions } from '../metadata/metadata-table.ts';
import { type NodeAddress, writeNodeAddress } from '../node-arguments/address.ts';
import { shellWord } from '../print/shell-word.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { dataDirectoryInside } from '../transfer/data-directory-inside.ts';
import { excludedFiles } from '../transfer/excluded-files.ts';
import { runTransfer } from '../transfer/run-transfer.ts';
import { countFailure, type OnProblem } from '../transfer/tally.ts';
import { ensurePath } from '../transfer/target-folder.ts';
import type { IfExists } from '../transfer/transfer-settings.ts';
import { countFiles } from '../upload/count-files.ts';
import type { RowObserver } from '../upload/file-row.ts';
import { MetadataOfFiles } from '../upload/metadata-of-files.ts';
import { uploadTree } from '../upload/upload-tree.ts';
import { asResult, ImportReport, leftAsItIs } from './report.ts';
import { openReportFile } from './report-file.ts';
import { noteWaitingTexts } from './waiting-texts.ts';

/** How the files of a folder are imported. */
export interface FolderImport {
  readonly folder: string;
  readonly target: NodeAddress;
  readonly ifExists: IfExists;
  /** Patterns of the files and folders to leave out. */
  readonly patterns: readonly string[];
  /** Patterns of the only files to import; all files if empty. */
  readonly included?: readonly string[] | undefined;
  /** A table with the metadata of the files. */
  readonly table: TableOptions | undefined;
  readonly concurrency: number;
  readonly versionComment: string;
  /** The file for the report; undefined for none. */
  readonly report: string | undefined;
}

const renamesFiles = (table: string): Failure =>
  new Failure(exitCodes.usage, {
    what: `${table} has a column for the names of files.`,
    why: 'import takes the names from the folder.',
    next: "To ignore the column: --column 'HEADER='",
  });

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

/** Reports the files of a folder by their paths. */
function fileObserver(report: ImportReport, source: string, target: string): RowObserver {
  return {
    failed: () => undefined,
    done: async ({ path, name }, result) => {
      const problems = result.outcome === 'differing' ? [leftAsItIs] : [];
      const inFolder = relative(source, path).split(sep).slice(0, -1);
      const at = [target.replace(/\/$/, ''), ...inFolder, name].join('/');
      report.add({ result: asResult(result), source, where: path, path: at, node: result.node ?? null, problems });
    },
  };
}

const problemObserver =
  (report: ImportReport, source: string): OnProblem =>
  (path, result, { what, why, next }) => {
    const problem = { severity: result === 'failed' ? 'error' : 'warning', why: `${what} ${why}`, next } as const;
    report.add({ result, source, where: path, path: '', node: null, problems: [problem] });
  };

/** Imports the contents of a folder, shows progress, and reports. Resolves with exit code 7 if a file failed. */
export async function importFolder(
  { folder, target, table, patterns, included, report: reportPath, ...options }: FolderImport,
  context: Context,
) {
  const { dataDirectory } = await context.connect();
  const avoid = await dataDirectoryInside(folder, dataDirectory);
  const written = writeNodeAddress(target);
  const excludes = patterns.map((pattern) => ` --exclude ${shellWord(pattern)}`).join('');
  const again = `edu-repo import ${shellWord(folder)} ${shellWord(written)}${excludes} --if-exists version`;
  const facts = { doing: 'Importing', done: 'Imported', target: written, toReplace: again };
  const metadata = table === undefined ? undefined : await readMetadata(folder, table, context);
  const excluded = excludedFiles(folder, patterns, included);
  const file = reportPath === undefined ? undefined : await openReportFile(reportPath);
  const report = new ImportReport(file?.write);
  const observers = { observer: fileObserver(report, folder, written), onProblem: problemObserver(report, folder) };
  try {
    const exitCode = await runTransfer(
      context,
      {
        ...{ ...options, ...observers, avoid, metadata, excluded },
        countFiles: (settings) => countFiles([folder], settings),
      },
      facts,
      async (settings) => {
        await uploadTree(folder, await ensurePath(target, settings), settings);
        for (const row of metadata?.failed ?? [])
          countFailure(settings.tally, row.names.join('/'), badRow(table?.file ?? '', row));
        for (const { row, names } of metadata?.unused(excluded) ?? []) {
          countFailure(settings.tally, names.join('/'), noSuchFile(folder, table?.file ?? '', row));
        }
      },
    );
    if (!context.globals.dryRun) await noteWaitingTexts(report.lastNodes, context);
    return exitCode;
  } finally {
    await file?.close();
  }
}
