import type { Client } from '../../client/client.ts';
import { languageClients } from '../mds/in-language.ts';
import { type NodeAddress, parseNodeAddress } from '../node-arguments/address.ts';
import { findNode, nodeBelow } from '../node-arguments/find-node.ts';
import { onOneLine } from '../print/printable.ts';
import { startProgress } from '../print/progress.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { endsCommand, stopIfInterrupted } from '../program/ending-errors.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { explainError } from '../program/explain-error.ts';
import { refuseProblems, type TableProblem } from '../tables/table-problems.ts';
import { cellOf } from './cell.ts';
import { changeProperties, changesOf, isExported } from './change-metadata.ts';
import { type MetadataRow, readMetadataTable, type TableOptions } from './metadata-table.ts';
import { type RowReport, rowList, summaryOf } from './row-report.ts';
import { declareTableOptions, readTableOptions, type TableFlags } from './table-options.ts';

interface ImportFlags extends TableFlags {
  readonly clear?: true;
  readonly versionComment?: string;
}

interface ImportOptions {
  readonly table: TableOptions;
  /** The folder that the paths in the table start from. */
  readonly folder: NodeAddress;
  /** Remove the properties of empty cells. */
  readonly clear: boolean;
  /** The comment on new versions; undefined to change nodes without a new version. */
  readonly versionComment: string | undefined;
}

type Outcome = Pick<RowReport, 'result' | 'properties' | 'changes' | 'why'>;

const failed = (why: string): Outcome => ({ result: 'failed', properties: [], changes: [], why: onOneLine(why) });

async function applyRow(
  { row, names, cells, why }: MetadataRow,
  folder: string,
  client: Client,
  { clear, versionComment }: ImportOptions,
  rowsByNode: Map<string, number>,
): Promise<Outcome> {
  if (why !== undefined) return failed(why);
  const node = await nodeBelow(client, folder, names);
  if (node === undefined) return failed(notThere);
  const other = rowsByNode.get(node.ref.id);
  if (other !== undefined) return failed(sameFile(other));
  rowsByNode.set(node.ref.id, row);
  const values = changesOf(node, cells, clear);
  const properties = Object.keys(values);
  if (properties.length === 0) return { result: 'unchanged', properties, changes: [], why: null };
  await changeProperties(client, node.ref.id, values, versionComment);
  const changed = cells.filter(({ property }) => properties.includes(property));
  const changes = changed.map(({ property, several, text: after }) => ({
    ...{ property, before: cellOf(node, property, several), after },
  }));
  return { result: 'changed', properties, changes, why: null };
}

/** Errors that do not concern other rows become the result of the row. */
async function outcomeOf(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    if (endsCommand(error)) throw error;
    const { message, why } = explainError(error);
    return failed(`${message} ${why}`);
  }
}

const notThere = 'It does not exist in the folder, or you may not read it.';

const sameFile = (row: number): string => `Row ${row} is about the same file.`;

/** Rejects with a failure that lists the rows without a node, and those with that of another row. */
async function requireNodes(
  rows: readonly MetadataRow[],
  folder: string,
  client: Client,
  { table: { file } }: ImportOptions,
  context: Context,
): Promise<void> {
  const problems: TableProblem[] = [];
  const rowsByNode = new Map<string, number>();
  for (const { row, names } of rows) {
    stopIfInterrupted(context.signal);
    const id = (await nodeBelow(client, folder, names))?.ref.id;
    const other = id === undefined ? undefined : rowsByNode.get(id);
    if (id === undefined) problems.push({ row, why: `${names.join('/')}: ${notThere}` });
    else if (other !== undefined) problems.push({ row, why: sameFile(other) });
    else rowsByNode.set(id, row);
  }
  refuseProblems(problems, file, context);
}

async function importMetadata(options: ImportOptions, context: Context) {
  const { dryRun } = context.globals;
  const [client = (await context.connect()).client] = await languageClients(context);
  const folder = (await findNode(client, options.folder)).ref.id;
  const rows = await readMetadataTable(options.table, context, async ({ names }, cell) => {
    const node = await nodeBelow(client, folder, names);
    // The row fails later, if there is no node.
    return node === undefined || isExported(node, cell);
  });
  if (options.table.onError === 'stop') await requireNodes(rows, folder, client, options, context);
  const counts = { changed: 0, unchanged: 0, failed: 0 };
  const done = (): number => counts.changed + counts.unchanged + counts.failed;

  // Two paths may lead to the same node, because nodes are also found in another Unicode normalization form.
  const rowsByNode = new Map<string, number>();
  async function* applied(): AsyncGenerator<RowReport> {
    for (const row of rows) {
      stopIfInterrupted(context.signal);
      const outcome = await outcomeOf(() => applyRow(row, folder, client, options, rowsByNode));
      counts[outcome.result] += 1;
      if (outcome.result !== 'unchanged') yield { row: row.row, path: row.names.join('/'), ...outcome };
    }
  }

  const progress = await startProgress(context, () => ({
    ...{ doing: 'Changing metadata', unit: 'row', done: done(), total: rows.length, failed: counts.failed },
  }));
  try {
    await (await context.printer()).list(applied(), rowList);
  } finally {
    progress.stop();
    if (done() > 0) context.output.note(summaryOf(counts, dryRun));
  }
  return counts.failed > 0 ? exitCodes.partlyDone : exitCodes.ok;
}

const notes = `Columns:
  The column path, Pfad or Datei has the path of each file in the folder. The others are named by properties or their
  captions (edu-repo mds get). | separates several values in a cell, as in Bruch|Kürzen.
`;

export const metadataImport = defineCommand<ImportFlags, ImportOptions>({
  notes,
  endsOnSignal: true,
  recorded: () => true,
  examples: [
    { line: 'edu-repo metadata import mathe.csv /Mathe --dry-run', does: 'show what would change' },
    {
      line: "edu-repo metadata import mathe.xlsx /Mathe --version-comment 'Lizenzen ergänzt'",
      does: 'change the files that a table names, each with a new version',
    },
    {
      line: "edu-repo metadata import liste.csv '~' --column 'Überschrift=cclom:title' --column Bemerkung=",
      does: 'read titles from the column Überschrift, and ignore the column Bemerkung',
    },
  ],
  configure: (command) => {
    command
      .argument('<table>', 'CSV or XLSX file: a column with paths, and columns named like properties or their captions')
      .argument('[folder]', 'folder in the repository that the paths start from (default: your home folder)');
    declareTableOptions(command)
      .option('--clear', 'remove the properties whose cells are empty (default: leave them as they are)')
      .option('--version-comment <text>', 'create a new version of each changed node with this comment');
  },
  readOptions: ([table = '', folder = '~'], flags) => ({
    table: readTableOptions(table, flags),
    folder: parseNodeAddress(folder),
    clear: flags.clear === true,
    versionComment: flags.versionComment,
  }),
  nodes: ({ folder }) => [folder],
  run: importMetadata,
});
