import { messageOf } from '../../base/errors/errors.ts';
import { readRegularFile } from '../files/regular-file.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { decodedText } from './decoded-text.ts';
import { announcedDelimiter, delimiterName, delimiterOf } from './delimiter.ts';

/** The cells of a file as text. Empty rows are included, so that row numbers match the file. */
export interface Table {
  readonly rows: readonly (readonly string[])[];
  /** The detected format, as messages name it. */
  readonly understoodAs: string;
}

const unreadable = (path: string, why: string, next: string, cause?: unknown): Failure =>
  new Failure(exitCodes.error, { what: `Cannot read ${path} as a table.`, why, next }, { cause });

const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'));
const isOldExcel = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]));

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return value instanceof Date ? value.toISOString().slice(0, 10) : String(value);
}

async function readWorkbook(bytes: Buffer, path: string, sheetName: string | undefined): Promise<Table> {
  const { default: readSheets } = await import('read-excel-file/node');
  // Numbers stay text, so that leading zeros remain.
  const sheets = await readSheets(bytes, { parseNumber: (text: string) => text }).catch((error: unknown) => {
    throw unreadable(
      path,
      `It is not a valid XLSX file: ${messageOf(error)}`,
      'Save it as .xlsx or .csv, and try again',
      error,
    );
  });
  const sheet = sheetName === undefined ? sheets[0] : sheets.find(({ sheet: name }) => name === sheetName);
  const names = sheets.map(({ sheet: name }) => `"${name}"`).join(', ');
  if (sheet === undefined)
    throw unreadable(
      path,
      `It has no sheet "${sheetName ?? ''}". Its sheets are: ${names}.`,
      'Name one of them with --sheet',
    );
  const others = sheets.length > 1 ? `, sheet "${sheet.sheet}" of ${names}` : '';
  return { rows: sheet.data.map((row) => row.map(cellText)), understoodAs: `XLSX${others}` };
}

async function readText(bytes: Buffer, path: string): Promise<Table> {
  const { text, encoding } = decodedText(bytes);
  const { delimiter: announced, rest } = announcedDelimiter(text);
  const delimiter = announced ?? delimiterOf(rest);
  const { parse } = await import('csv-parse/sync');
  try {
    const rows = parse(rest, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      record_delimiter: ['\r\n', '\n', '\r'],
    });
    return { rows, understoodAs: `CSV, delimiter ${delimiterName(delimiter)}, ${encoding}` };
  } catch (error) {
    throw unreadable(path, messageOf(error), 'Correct the quotes in the file, or save the list as .xlsx', error);
  }
}

/** Reads an XLSX file, recognized by its first bytes, or a CSV file. Throws a failure if it cannot be parsed. */
export async function readTable(path: string, sheet: string | undefined): Promise<Table> {
  const bytes = await readRegularFile(path);
  if (isOldExcel(bytes)) {
    throw unreadable(path, 'It is in the old Excel format (.xls).', 'Open it and save it as .xlsx or .csv');
  }
  return isZip(bytes) ? readWorkbook(bytes, path, sheet) : readText(bytes, path);
}
