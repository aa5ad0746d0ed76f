import {
  defaultSet,
  type ListChoice,
  type ListValues,
  languageClients,
  listValuesFor,
} from '../mds/values-of-lists.ts';
import { withoutFormulaGuard } from '../print/csv.ts';
import { counted } from '../print/units.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { readTable } from '../tables/read-table.ts';
import { valuesOfCell } from './cell.ts';
import {
  type ColumnFlags,
  knownProperties,
  type MetadataColumns,
  type PropertyColumn,
  pathColumn,
  propertyColumns,
} from './columns.ts';

/** A cell with values. */
export interface MetadataCell {
  readonly property: string;
  /** As the table has it. */
  readonly text: string;
  /** Keys of value lists instead of captions. Empty for an empty cell. */
  readonly values: readonly string[];
}

/** What a table says about a node. */
export interface MetadataRow {
  /** The row number in the spreadsheet, from 1. */
  readonly row: number;
  /** The names on the path, in NFC. At least one. */
  readonly names: readonly string[];
  readonly cells: readonly MetadataCell[];
}

/** How to read a table. */
export interface TableOptions {
  readonly file: string;
  /** The sheet of a workbook; undefined for the first. */
  readonly sheet: string | undefined;
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

/** The names on a path, in NFC. Windows writes `\` between them. */
export const namesOnPath = (path: string): string[] =>
  (path.includes('/') ? path : path.replaceAll('\\', '/'))
    .normalize('NFC')
    .split('/')
    .filter((name) => name !== '' && name !== '.');

/** A row or cell that cannot be used. */
interface Problem {
  readonly row: number;
  /** The header of the wrong cell; undefined if the whole row is wrong. */
  readonly header?: string;
  readonly why: string;
}

async function readCell(
  { property, several, at, header }: PropertyColumn,
  cells: readonly string[],
  row: number,
  lists: ListValues | undefined,
): Promise<MetadataCell | Problem> {
  const text = (cells[at] ?? '').trim();
  const values: string[] = [];
  for (const value of valuesOfCell(text, several)) {
    try {
      values.push(lists?.isClosed(property) === true ? await lists.keyOf(property, value) : value);
    } catch (error) {
      if (error instanceof Failure) return { row, header, why: `${error.message} ${error.why}` };
      throw error;
    }
  }
  return { property, text, values };
}

const shownProblems = 10;

/** One line for all rows with the same mistake. */
function linesOf(problems: readonly Problem[]): string[] {
  const rows = new Map<string, number[]>();
  for (const { row, header, why } of problems) {
    const mistake = `${header === undefined ? '' : `, ${header}`}: ${why}`;
    rows.set(mistake, [...(rows.get(mistake) ?? []), row]);
  }
  return [...rows].map(([mistake, [first = 0, ...more]]) =>
    more.length === 0 ? `  Row ${first}${mistake}` : `  Row ${first} and ${more.length} more${mistake}`,
  );
}

function refuse(problems: readonly Problem[], file: string, context: Context): never {
  const lines = linesOf(problems);
  for (const line of lines.slice(0, shownProblems)) context.output.report(line);
  if (lines.length > shownProblems) context.output.report(`  … and ${lines.length - shownProblems} more mistakes`);
  const rows = new Set(problems.map(({ row }) => row)).size;
  throw new Failure(exitCodes.error, {
    what: `${file} has mistakes, so nothing was changed.`,
    why: `The repository cannot take ${counted(rows, 'row')} as ${rows === 1 ? 'it is' : 'they are'}.`,
    next: 'Correct the table, and run the command again. To store values that are not in a value list: --any-value',
  });
}

/** Reads one row after the other, and collects what is wrong with them. */
class RowReader {
  readonly rows: MetadataRow[] = [];
  readonly problems: Problem[] = [];
  readonly #rowsByPath = new Map<string, number>();
  readonly #columns: MetadataColumns;
  readonly #lists: ListValues | undefined;

  constructor(columns: MetadataColumns, lists: ListValues | undefined) {
    this.#columns = columns;
    this.#lists = lists;
  }

  async read(texts: readonly string[], row: number): Promise<void> {
    const names = namesOnPath(withoutFormulaGuard((texts[this.#columns.path] ?? '').trim()));
    const problem = this.#pathProblem(names, row);
    if (problem !== undefined) this.problems.push(problem);
    const cells: MetadataCell[] = [];
    for (const column of this.#columns.properties) {
      const cell = await readCell(column, texts, row, this.#lists);
      if ('why' in cell) this.problems.push(cell);
      else cells.push(cell);
    }
    this.rows.push({ row, names, cells });
  }

  /** Why a row cannot be used; undefined if it can. */
  #pathProblem(names: readonly string[], row: number): Problem | undefined {
    const path = names.join('/');
    if (path === '') return { row, why: 'It has no path.' };
    if (names.includes('..')) return { row, why: `The path ${path} leads out of the folder.` };
    const other = this.#rowsByPath.get(path);
    if (other !== undefined) return { row, why: `Row ${other} has the same path, ${path}.` };
    this.#rowsByPath.set(path, row);
    return undefined;
  }
}

/**
 * Reads a table with metadata, in CSV or XLSX. Checks all rows against the value lists first. Reports all mistakes and rejects
 * with a failure if there is any.
 */
export async function readMetadataTable(options: TableOptions, context: Context): Promise<readonly MetadataRow[]> {
  const { file, lists } = options;
  const { rows, understoodAs } = await readTable(file, options.sheet);
  const top = headersOf(rows, options);
  context.output.note(`Read ${file} as ${understoodAs}.`);
  const known = await knownProperties(await languageClients(context), lists.chosenSet ?? defaultSet);
  const properties = propertyColumns(top.headers, top.path, options.columns, known);
  const reader = new RowReader({ path: top.path, properties }, await listValuesFor(lists, undefined, context));
  for (const [at, texts] of rows.entries()) if (at > top.at && !isEmpty(texts)) await reader.read(texts, at + 1);
  if (reader.problems.length > 0) refuse(reader.problems, file, context);
  return reader.rows;
}
