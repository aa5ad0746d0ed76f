import { languageClients } from '../../mds/in-language.ts';
import { defaultSet } from '../../mds/values-of-lists.ts';
import {
  type ColumnFlags,
  type KnownProperties,
  knownProperties,
  type PropertyColumn,
  pathColumn,
  propertyNamed,
  requireHeaders,
  unknownHeader,
} from '../../metadata/columns.ts';
import type { Context } from '../../program/context.ts';
import { bare } from '../../tables/folded.ts';

/** What columns contain besides properties, as `--column` names it. */
const roles = ['path', 'folder', 'key'] as const;
type Role = (typeof roles)[number];

const roleHeaders: Readonly<Record<Exclude<Role, 'path'>, readonly string[]>> = {
  folder: ['folder', 'ordner', 'verzeichnis', 'zielordner'],
  key: ['key', 'schluessel', 'id', 'kennung', 'nummer', 'nr'],
};

/** The columns of a list, from 0. */
export interface ListColumns {
  /** The row with the headers. */
  readonly headerRow: number;
  readonly headers: readonly string[];
  readonly path: number | undefined;
  /** The folder below the target that the item goes to. */
  readonly folder: number | undefined;
  /** What identifies the item. */
  readonly key: number | undefined;
  readonly properties: readonly PropertyColumn[];
  /** The headers of the columns that contain none of this. */
  readonly ignored: readonly string[];
}

/** What the headers of a list can mean. */
export const headerMeanings = async (context: Context, set: string | undefined): Promise<KnownProperties> =>
  knownProperties(await languageClients(context), set ?? defaultSet);

function columnOf(role: Exclude<Role, 'path'>, headers: readonly string[], flags: ColumnFlags): number | undefined {
  const assigned = headers.findIndex((header) => flags.get(header) === role);
  const at =
    assigned >= 0
      ? assigned
      : headers.findIndex((header) => !flags.has(header) && roleHeaders[role].includes(bare(header)));
  return at < 0 ? undefined : at;
}

const isRole = (text: string): text is Role => roles.some((role) => role === text);

/** The columns of a row with headers. Throws a usage failure if the user assigns a column to what no property is called. */
export function columnsOf(
  cells: readonly string[],
  headerRow: number,
  flags: ColumnFlags,
  known: KnownProperties,
): ListColumns {
  const headers = cells.map((cell) => cell.trim());
  const [path, folder, key] = [
    pathColumn(headers, flags),
    columnOf('folder', headers, flags),
    columnOf('key', headers, flags),
  ];
  const properties: PropertyColumn[] = [];
  const ignored: string[] = [];
  for (const [at, header] of headers.entries()) {
    if (header === '' || [path, folder, key].includes(at)) continue;
    const named = flags.get(header) ?? header;
    const property = named === '' || isRole(named) ? undefined : propertyNamed(named, known);
    if (property !== undefined) properties.push({ at, header, property, several: known.several.has(property) });
    else if (flags.has(header) && named !== '') throw unknownHeader(header, known);
    else ignored.push(header);
  }
  return { headerRow, headers, path, folder, key, properties, ignored };
}

const titlesWithin = 20;

const recognised = ({ path, folder, properties }: ListColumns): number =>
  properties.length + (path === undefined ? 0 : 1) + (folder === undefined ? 0 : 1);

/** Whether a row has headers of a list, which helps to find the delimiter. */
export const isListHeader =
  (flags: ColumnFlags, known: KnownProperties) =>
  (cells: readonly string[]): boolean =>
    recognised(columnsOf(cells, 0, flags, known)) >= Math.min(2, cells.length);

/**
 * The columns of a list: of the first rows, the one with the most known headers has them, because titles and dates may precede it.
 * Undefined if none has a header that says what an item is.
 */
export function listColumns(
  rows: readonly (readonly string[])[],
  flags: ColumnFlags,
  known: KnownProperties,
): ListColumns | undefined {
  let best: ListColumns | undefined;
  for (const [at, cells] of rows.slice(0, titlesWithin).entries()) {
    if (cells.every((cell) => cell.trim() === '')) continue;
    const columns = columnsOf(cells, at, flags, known);
    if (recognised(columns) > (best === undefined ? 0 : recognised(best))) best = columns;
  }
  if (best !== undefined) requireHeaders(flags, best.headers);
  return best;
}
