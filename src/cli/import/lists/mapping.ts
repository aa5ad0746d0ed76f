import { messageOf } from '../../../base/errors/errors.ts';
import { readRegularFile } from '../../files/regular-file.ts';
import type { ColumnFlags } from '../../metadata/columns.ts';
import type { Context } from '../../program/context.ts';
import { type ExitCode, exitCodes } from '../../program/exit-codes.ts';
import { Failure } from '../../program/failure.ts';
import { readTable } from '../../tables/read-table.ts';
import type { ListOptions, SourceInput, SourceOptions } from '../source.ts';
import { columnsOf, headerMeanings, isListHeader, type ListColumns, listColumns } from './list-columns.ts';

const notAMapping = (file: string, why: string): Failure =>
  new Failure(exitCodes.error, {
    what: `${file} is not a mapping.`,
    why,
    next: 'To print one for a list: edu-repo import LIST --suggest-mapping',
  });

/** Reads what the columns of a list contain, from a YAML file. Rejects with a failure if it is no mapping. */
export async function readMapping(file: string): Promise<ColumnFlags> {
  const text = (await readRegularFile(file)).toString('utf8');
  const { parse } = await import('yaml');
  let mapping: unknown;
  try {
    mapping = parse(text) as unknown;
  } catch (error) {
    throw notAMapping(file, messageOf(error));
  }
  if (typeof mapping !== 'object' || mapping === null)
    throw notAMapping(file, 'It has no lines such as "Titel: cclom:title".');
  return new Map(
    Object.entries(mapping).map(([header, property]) => {
      if (property !== null && typeof property !== 'string') throw notAMapping(file, `"${header}" needs one property.`);
      return [header, property ?? ''] as const;
    }),
  );
}

/** What each column contains, as a mapping has it. */
function meaningOf(at: number, { path, folder, key, properties }: ListColumns): string {
  if (at === path) return 'path';
  if (at === folder) return 'folder';
  if (at === key) return 'key';
  return properties.find((column) => column.at === at)?.property ?? '';
}

const explanation = (
  file: string,
): string => `# What the columns of ${file} contain. Edit it, and import the list with --mapping FILE.
# A column contains a property, by its name or caption (edu-repo mds get lists them); or
# path (the file of the row), folder (where it goes), key (what identifies the row); or nothing: it is not imported.
`;

/** Prints a mapping for a list, which people complete. */
export async function suggestMapping(
  { text, path }: SourceInput,
  { list }: SourceOptions,
  context: Context,
): Promise<ExitCode> {
  const { columns = new Map<string, string>(), metadataSet, ...reading }: Partial<ListOptions> = list ?? {};
  const known = await headerMeanings(context, metadataSet);
  const { rows } = await readTable(path, { ...reading, isHeaderRow: isListHeader(columns, known) });
  const first = rows.findIndex((cells) => cells.some((cell) => cell.trim() !== ''));
  const found = listColumns(rows, columns, known) ?? columnsOf(rows[first] ?? [], first, columns, known);
  const { stringify } = await import('yaml');
  const mapping = found.headers.flatMap((header, at) =>
    header === '' ? [] : [[header, meaningOf(at, found)] as const],
  );
  const lines = mapping.map(([header, meaning]) =>
    stringify({ [header]: meaning === '' ? null : meaning }, { nullStr: '' }),
  );
  await context.output.data(`${explanation(text)}${lines.join('')}`);
  return exitCodes.ok;
}
