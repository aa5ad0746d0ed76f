import { withoutFormulaGuard } from '../../base/csv.ts';
import { languageClients } from '../mds/in-language.ts';
import { defaultSet, type ListChoice } from '../mds/values-of-lists.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { valuesOfCell } from '../tables/cell-values.ts';
import { readTable, type TableReading } from '../tables/read-table.ts';
import type { OnError } from '../tables/reading-options.ts';
import { shapeProblem } from '../tables/row-problems.ts';
import { refuseProblems, type TableProblem } from '../tables/table-problems.ts';
import type { MetadataCell } from './cell.ts';
import {
  type ColumnFlags,
  knownProperties,
  type MetadataColumns,
  type PropertyColumn,
  pathColumn,
  propertyColumns,
} from './columns.ts';
import { licenceDetails, problemOfValues, storedValue, type ValueRules, valueRules } from './value-rules.ts';

/** What a table says about a node. */
export interface MetadataRow {
  /** The row number in the spreadsheet, from 1. */
  readonly row: number;
  /** The names on the path, as written. At least one. */
  readonly names: readonly string[];
  readonly cells: readonly MetadataCell[];
  /** Why the row cannot be stored; missing if it can. */
  readonly why?: string;
}

/** How to read a table. */
export interface TableOptions extends Omit<TableReading, 'isHeaderRow'> {
  readonly file: string;
  /** Whether a row with a mistake only fails itself, or the whole table. */
  readonly onError: OnError;
  readonly columns: ColumnFlags;
  readonly lists: ListChoice;
}

const titlesWithin = 20;

const noPathColumn = (file: string, first: readonly string[]): Failure =>
  new Failure(exitCodes.error, {
    what: `${file} has no column with the paths of the files.`,
    why:
      first.length === 0
        ? 'It has no row with text.'
        : `A column with the header "path", "Pfad" or "Datei" names the file of each row. The first row is: ${first.join(' | ')}.`,
    next: "To name the column: --column 'HEADER=path'",
  });

const isEmpty = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

/** The row with the headers: the first with a path column. Titles and dates may precede it. */
function headersOf(rows: readonly (readonly string[])[], { file, columns }: TableOptions) {
  const filled = rows.flatMap((cells, at) => (isEmpty(cells) ? [] : [at])).slice(0, titlesWithin);
  for (const at of filled) {
    const headers = rows[at] ?? [];
    const path = pathColumn(headers, columns);
    if (path !== undefined) return { at, headers, path };
  }
  throw noPathColumn(file, rows[filled[0] ?? -1] ?? []);
}

/** The names on a path. Windows writes `\` between them. */
export const namesOnPath = (path: string): string[] =>
  (path.includes('/') ? path : path.replaceAll('\\', '/')).split('/').filter((name) => name !== '' && name !== '.');

async function readCell(column: PropertyColumn, cells: readonly string[], rules: ValueRules): Promise<MetadataCell> {
  const { property, several, at, header } = column;
  const text = cells[at] ?? '';
  const cell = { property, header, text, several };
  const values: string[] = [];
  try {
    for (const value of valuesOfCell(text, several)) values.push(await storedValue(property, value, rules));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { ...cell, values: [], why: `${error.message} ${error.why}` };
  }
  const why = problemOfValues(property, values, rules);
  return { ...cell, values, ...(why === undefined ? {} : { why }) };
}

/** Reads one row after the other, and collects what is wrong with them. */
class RowReader {
  readonly rows: MetadataRow[] = [];
  /** What is wrong with the paths. */
  readonly problems: TableProblem[] = [];
  readonly #rowsByPath = new Map<string, number>();
  readonly #headers: readonly string[];
  readonly #columns: MetadataColumns;
  readonly #rules: ValueRules;

  constructor(headers: readonly string[], columns: MetadataColumns, rules: ValueRules) {
    this.#headers = headers;
    this.#columns = columns;
    this.#rules = rules;
  }

  async read(texts: readonly string[], row: number): Promise<void> {
    const names = namesOnPath(withoutFormulaGuard((texts[this.#columns.path] ?? '').trim()));
    const { path, properties } = this.#columns;
    const shape = shapeProblem(texts, this.#headers, [path, ...properties.map(({ at }) => at)]);
    const problem = shape === undefined ? this.#pathProblem(names, row) : { row, ...shape };
    const cells: MetadataCell[] = [];
    if (problem !== undefined) this.problems.push(problem);
    else for (const column of properties) cells.push(await readCell(column, texts, this.#rules));
    this.rows.push({ row, names, cells: [...cells, ...licenceDetails(cells)] });
  }

  /** Why a row cannot be used; undefined if it can. */
  #pathProblem(names: readonly string[], row: number): TableProblem | undefined {
    const path = names.join('/');
    if (path === '') return { row, why: 'It has no path.' };
    if (names.includes('..')) return { row, why: `The path ${path} leads out of the folder.` };
    const other = this.#rowsByPath.get(path);
    if (other !== undefined) return { row, why: `Row ${other} has the same path, ${path}.` };
    this.#rowsByPath.set(path, row);
    return undefined;
  }
}

/** Whether the node of a row already has what the cell says. */
export type IsStored = (row: MetadataRow, cell: MetadataCell) => Promise<boolean>;

/** A cell with a value that is in no list is no problem if its node already has this value. */
async function cellProblems(rows: readonly MetadataRow[], isStored: IsStored): Promise<TableProblem[]> {
  const problems: TableProblem[] = [];
  for (const row of rows) {
    for (const cell of row.cells) {
      const { header, why } = cell;
      if (why !== undefined && !(await isStored(row, cell))) problems.push({ row: row.row, header, why });
    }
  }
  return problems;
}

/**
 * Reads a table with metadata, in CSV or XLSX. Checks all rows against the value lists and the content model first. A row with a
 * mistake has a reason; with `onError: 'stop'`, reports all mistakes and rejects with a failure if there is any.
 */
export async function readMetadataTable(
  options: TableOptions,
  context: Context,
  isStored: IsStored = async () => false,
): Promise<readonly MetadataRow[]> {
  const { file, lists: choice } = options;
  const isHeaderRow = (cells: readonly string[]): boolean => pathColumn(cells, options.columns) !== undefined;
  const { rows, understoodAs } = await readTable(file, { ...options, isHeaderRow });
  const top = headersOf(rows, options);
  context.output.note(`Read ${file} as ${understoodAs}.`);
  const known = await knownProperties(await languageClients(context), choice.chosenSet ?? defaultSet);
  const properties = propertyColumns(top.headers, top.path, options.columns, known);
  const rules = await valueRules(choice, context);
  const reader = new RowReader(top.headers, { path: top.path, properties }, rules);
  for (const [at, texts] of rows.entries()) if (at > top.at && !isEmpty(texts)) await reader.read(texts, at + 1);
  const problems = [...reader.problems, ...(await cellProblems(reader.rows, isStored))];
  if (options.onError === 'stop') refuseProblems(problems, file, context);
  const whys = new Map<number, string[]>();
  for (const { row, header, why } of problems) {
    whys.set(row, [...(whys.get(row) ?? []), header === undefined ? why : `${header}: ${why}`]);
  }
  return reader.rows.map((row) => {
    const why = whys.get(row.row)?.join(' ');
    return why === undefined ? row : { ...row, why };
  });
}
