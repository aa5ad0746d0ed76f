import { basename, dirname, extname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { withoutFormulaGuard } from '../../../base/csv.ts';
import { namesOnPath } from '../../metadata/metadata-table.ts';
import { shellWord } from '../../print/shell-word.ts';
import { counted } from '../../print/units.ts';
import type { Context } from '../../program/context.ts';
import { exitCodes } from '../../program/exit-codes.ts';
import { Failure } from '../../program/failure.ts';
import { hasSeparator, valuesOfCell } from '../../tables/cell-values.ts';
import { readTable } from '../../tables/read-table.ts';
import { shapeProblem } from '../../tables/row-problems.ts';
import type { Table } from '../../tables/table.ts';
import type { ImportItem, ItemField, ItemProblem } from '../item.ts';
import { headerMeanings, isListHeader, type ListColumns, listColumns } from '../lists/list-columns.ts';
import { contentOfAddress, fileNamed } from '../lists/list-files.ts';
import type { ImportSource, ListOptions, SourceInput, SourceKind, SourceOptions } from '../source.ts';
import { webAddress } from '../web-address.ts';

const noColumns = (file: string, first: readonly string[]): Failure =>
  new Failure(exitCodes.error, {
    what: `${file} has no column that says what its rows are.`,
    why:
      first.length === 0
        ? 'It has no row with text.'
        : `A header such as "Titel", "URL" or "Datei" names a column. The first row is: ${first.join(' | ')}.`,
    next: `To name the columns: edu-repo import ${file} --suggest-mapping`,
  });

/** A list, and what its columns are. */
export interface OpenedList {
  readonly table: Table;
  readonly columns: ListColumns;
}

/** Reads a list. Rejects with a failure if it cannot be read, or if no column has a known header. */
export async function openList(file: string, list: ListOptions, context: Context): Promise<OpenedList> {
  const known = await headerMeanings(context, list.metadataSet);
  const table = await readTable(file, { ...list, isHeaderRow: isListHeader(list.columns, known) });
  const columns = listColumns(table.rows, list.columns, known);
  if (columns === undefined) {
    throw noColumns(file, table.rows.find((cells) => cells.some((cell) => cell.trim() !== '')) ?? []);
  }
  return { table, columns };
}

const keywords = 'cclom:general_keyword';

/** Several values, separated by `|` as an export writes them, or else by `;`, and keywords also by `,`. */
function valuesIn(cell: string, property: string, several: boolean, isList: boolean): readonly string[] {
  if (isList && !several) return [valuesOfCell(cell, true).join(', ')].filter((value) => value !== '');
  const values = valuesOfCell(cell, several);
  const [only = ''] = values;
  if (!several || isList || hasSeparator(cell)) return values;
  const separator = only.includes(';') ? ';' : property === keywords ? ',' : undefined;
  if (separator === undefined) return values;
  return only.split(separator).flatMap((value) => (value.trim() === '' ? [] : [value.trim()]));
}

/** Reads the rows of a list. */
class ListRows {
  readonly #list: OpenedList;
  readonly #folder: string;
  readonly #options: SourceOptions;
  /** The rows by their keys. */
  readonly #keys = new Map<string, readonly string[]>();
  /** The keys of the rows with the same beginning of a numbered key, each by its cells. */
  readonly #numbered = new Map<string, Map<string, string>>();

  constructor(list: OpenedList, folder: string, options: SourceOptions) {
    this.#list = list;
    this.#folder = folder;
    this.#options = options;
  }

  async *items(): AsyncGenerator<ImportItem> {
    const { table, columns } = this.#list;
    for (const [at, cells] of table.rows.entries()) {
      if (at > columns.headerRow && cells.some((cell) => cell.trim() !== '')) yield await this.#itemOf(cells, at + 1);
    }
  }

  async #itemOf(cells: readonly string[], row: number): Promise<ImportItem> {
    const { columns, table } = this.#list;
    const textAt = (at: number | undefined): string =>
      at === undefined ? '' : withoutFormulaGuard((cells[at] ?? '').trim());
    const fields = columns.properties.flatMap(({ at, header, property, several }): ItemField[] => {
      const values = valuesIn(cells[at] ?? '', property, several, table.isList?.(row - 1, at) === true);
      return values.length === 0 ? [] : [{ property, label: header, values: values.map((value) => [value]) }];
    });
    const path = textAt(columns.path);
    const item = {
      ...({ where: `row ${row}`, kind: 'file', fields, name: undefined, content: undefined } as const),
      key: this.#keyOf(textAt(columns.key), path, fields, cells),
      folders: namesOnPath(textAt(columns.folder)),
    };
    const shape = shapeProblem(cells, columns.headers, usedColumns(columns));
    if (shape !== undefined) {
      return { ...item, problems: [{ severity: 'error', column: shape.header, why: shape.why }] };
    }
    if (item.folders.includes('..')) {
      const column = columns.headers[columns.folder ?? 0];
      const why = `The folder ${item.folders.join('/')} leads out of the target.`;
      return { ...item, problems: [{ severity: 'error', column, why }] };
    }
    const unreachable = unreachableProblem(fields);
    if (unreachable !== undefined) return { ...item, problems: [unreachable] };
    if (path !== '') return this.#withFile(item, path);
    return {
      ...item,
      problems: fields.some(({ property }) => saysWhatItIs.has(property)) ? [] : [nothingInIt(columns)],
    };
  }

  async #withFile(item: Omit<ImportItem, 'problems'>, path: string): Promise<ImportItem> {
    const header = this.#list.columns.headers[this.#list.columns.path ?? 0] ?? '';
    const named = /^https?:\/\//i.test(path)
      ? contentOfAddress(path, header, this.#options)
      : await fileNamed(path, header, this.#folder);
    return 'problem' in named ? { ...item, problems: [named.problem] } : { ...item, ...named, problems: [] };
  }

  /**
   * The key of a row: what the list says, or else its address, its file, or its title. Other rows with an equal one also have their
   * title in it, and then a number.
   */
  #keyOf(own: string, path: string, fields: readonly ItemField[], cells: readonly string[]): string {
    if (own !== '') return own;
    const first = (property: string): string =>
      fields.find((field) => field.property === property)?.values[0]?.[0] ?? '';
    const title = first('cclom:title');
    const key = [first('ccm:wwwurl'), path, title].find((text) => text !== '') ?? JSON.stringify(fields);
    for (const unique of [key, `${key} ${title}`]) {
      const other = this.#keys.get(unique);
      if (other === undefined) this.#keys.set(unique, cells);
      if (other === undefined || isDeepStrictEqual(other, cells)) return unique;
    }
    return this.#numberedKey(`${key} ${title}`, JSON.stringify(cells));
  }

  /** Rows with the same cells have the same number. */
  #numberedKey(beginning: string, cells: string): string {
    const numbered = this.#numbered.get(beginning) ?? new Map<string, string>();
    this.#numbered.set(beginning, numbered);
    const key = numbered.get(cells) ?? `${beginning} ${numbered.size + 3}`;
    numbered.set(cells, key);
    return key;
  }
}

/** The problem of a row whose address no browser can open. */
function unreachableProblem(fields: readonly ItemField[]): ItemProblem | undefined {
  const field = fields.find(({ property }) => property === 'ccm:wwwurl');
  const wrong = field?.values.flat().find((text) => webAddress(text) === undefined);
  if (field === undefined || wrong === undefined) return undefined;
  const why = `"${wrong}" is not a web address.`;
  return { severity: 'error', column: field.label, why, next: 'Write the whole address, with https:// before it' };
}

const usedColumns = ({ path, folder, key, properties }: ListColumns): number[] =>
  [path, folder, key, ...properties.map(({ at }) => at)].filter((at) => at !== undefined);

/** The properties that make a row without a file an item. */
const saysWhatItIs: ReadonlySet<string> = new Set(['cclom:title', 'cm:title', 'cm:name', 'ccm:wwwurl']);

const nothingInIt = ({ properties }: ListColumns) => ({
  severity: 'error' as const,
  why: 'It has neither a title nor an address nor a file.',
  next: `The columns that are read: ${properties.map(({ header }) => header).join(', ')}`,
});

/** What the columns are, for people to check. */
function columnDetails({ headers, path, folder, key, properties, ignored }: ListColumns): string[] {
  const named = (at: number | undefined, role: string): string[] =>
    at === undefined ? [] : [`${headers[at]} = ${role}`];
  const read = properties.map(({ header, property }) => `${header} = ${property}`);
  const columns = [...named(path, 'file'), ...named(folder, 'folder'), ...named(key, 'key'), ...read].join(', ');
  const [first] = ignored;
  if (first === undefined) return [`Columns: ${columns}.`];
  return [
    `Columns: ${columns}. Not imported: ${ignored.join(', ')}. To import one: --column ${shellWord(`${first}=PROPERTY`)} (edu-repo mds get lists the properties)`,
  ];
}

const isText = (beginning: Buffer): boolean => !beginning.includes(0) || [0xff, 0xfe].includes(beginning[0] ?? 0);

async function recognises({ kind, text, beginning, entries }: SourceInput): Promise<boolean> {
  if (kind === 'address') return /\.(?:csv|tsv|xlsx|jsonl|ndjson)(?:[?#]|$)/i.test(text);
  if (kind !== 'file') return false;
  if (/\.(?:csv|tsv|xlsx|xlsm|xls|jsonl|ndjson)$/i.test(text)) return true;
  const names = await entries();
  if (names !== undefined) return names.includes('xl/workbook.xml');
  return isText(beginning) && /\.(?:json|txt|tab)$/i.test(text) && /[;,\t{]/.test(beginning.toString('latin1'));
}

const defaultOptions: ListOptions = {
  ...{ columns: new Map(), metadataSet: undefined, filesFolder: undefined },
  ...{ sheet: undefined, delimiter: undefined, onError: 'skip' },
};

/** A list whose rows are files, links or other material. */
export const list: SourceKind = {
  name: 'list',
  title: 'list (CSV, TSV, XLSX, JSON or JSON lines)',
  recognises,
  async open({ path }, options): Promise<ImportSource> {
    const how = options.list ?? defaultOptions;
    const opened = await openList(path, how, options.context);
    const { table, columns } = opened;
    const count = table.rows
      .slice(columns.headerRow + 1)
      .filter((cells) => cells.some((cell) => cell.trim() !== '')).length;
    return {
      understoodAs: `a list with ${counted(count, 'row')} (${table.understoodAs})`,
      details: columnDetails(columns),
      name: basename(path, extname(path)),
      total: count,
      items: () => new ListRows(opened, how.filesFolder ?? dirname(path), options).items(),
      close: () => Promise.resolve(),
    };
  },
};
