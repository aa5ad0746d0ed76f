import { type ContentModel, contentModelOf } from '../mds/content-model.ts';
import { languageClients } from '../mds/in-language.ts';
import { valueProblem } from '../mds/value-problem.ts';
import { defaultSet, type ListChoice, type ListValues, listValuesFor } from '../mds/values-of-lists.ts';
import { withoutFormulaGuard } from '../print/csv.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { readTable, type TableReading } from '../tables/read-table.ts';
import type { OnError } from '../tables/reading-options.ts';
import { shapeProblem } from '../tables/row-problems.ts';
import { refuseProblems, type TableProblem } from '../tables/table-problems.ts';
import { valuesOfCell } from './cell.ts';
import {
  type ColumnFlags,
  knownProperties,
  type MetadataColumns,
  type PropertyColumn,
  pathColumn,
  propertyColumns,
} from './columns.ts';
import { licenceNamed, licenceProperty, valueAsStored } from './written-values.ts';

/** A cell with values. */
export interface MetadataCell {
  readonly property: string;
  readonly header: string;
  /** As the table has it. */
  readonly text: string;
  /** Whether `|` separates several values. */
  readonly several: boolean;
  /** Keys of value lists instead of captions. Empty for an empty cell. */
  readonly values: readonly string[];
  /** Why the values cannot be stored; missing if they can. */
  readonly why?: string;
}

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

/** How values are checked. */
interface ValueRules {
  /** Undefined if the server cannot list values. */
  readonly lists: ListValues | undefined;
  /** Whether a value that is in no list is stored as written. */
  readonly anyValue: boolean;
  /** Undefined if the server cannot list it. */
  readonly model: ContentModel | undefined;
}

/** The key of a value, if the property has a list that allows no others. Rejects with a failure if it is not in the list. */
async function keyOf(property: string, value: string, { lists, anyValue }: ValueRules): Promise<string> {
  if (lists?.isClosed(property) !== true) return value;
  try {
    return await lists.keyOf(property, value);
  } catch (error) {
    if (anyValue && error instanceof Failure) return value;
    throw error;
  }
}

/** The key of a licence, by what the list knows or else by what its name or address says. */
async function licenceKeyOf(property: string, text: string, rules: ValueRules): Promise<string> {
  const named = property === licenceProperty ? licenceNamed(text) : undefined;
  if (named === undefined) return keyOf(property, text, rules);
  try {
    return await keyOf(property, text, { ...rules, anyValue: false });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return keyOf(property, named.key, rules);
  }
}

async function readCell(column: PropertyColumn, cells: readonly string[], rules: ValueRules): Promise<MetadataCell> {
  const { property, several, at, header } = column;
  const { model } = rules;
  const text = cells[at] ?? '';
  const cell = { property, header, text, several };
  const type = model?.properties.find(({ name }) => name === property)?.type;
  const values: string[] = [];
  try {
    for (const value of valuesOfCell(text, several)) {
      values.push(await licenceKeyOf(property, valueAsStored(value, type), rules));
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { ...cell, values: [], why: `${error.message} ${error.why}` };
  }
  const why = model === undefined ? undefined : valueProblem(model, property, values);
  return { ...cell, values, ...(why === undefined ? {} : { why }) };
}

/** What the name of a licence says besides its key, unless the table has it in a column of its own. */
function licenceDetails(cells: readonly MetadataCell[]): MetadataCell[] {
  const licence = cells.find(({ property }) => property === licenceProperty);
  const named = licence === undefined || licence.values.length !== 1 ? undefined : licenceNamed(licence.text);
  if (licence === undefined || named?.key !== licence.values[0]) return [];
  return Object.entries(named?.details ?? {}).flatMap(([property, value]) => {
    const own = cells.find((cell) => cell.property === property);
    if (own !== undefined && (own.values.length > 0 || own.why !== undefined)) return [];
    return [{ property, header: licence.header, text: value, several: false, values: [value] }];
  });
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
  // Captions have keys, whether or not other values are allowed.
  const lists = await listValuesFor({ ...choice, anyValue: false }, undefined, context);
  const model = await contentModelOf((await context.connect()).client);
  const reader = new RowReader(
    top.headers,
    { path: top.path, properties },
    { lists, anyValue: choice.anyValue, model },
  );
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
