import { messageOf } from '../../base/errors/errors.ts';
import { readRegularFile } from '../files/regular-file.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { type DecodedText, decodedText, UndecodableText } from './decoded-text.ts';
import { announcedDelimiter, type Delimiter, delimiterName, delimiterOf, type IsHeaderRow } from './delimiter.ts';
import { isJsonTable, readJsonTable } from './json-table.ts';
import type { Table } from './table.ts';

const unreadable = (path: string, why: string, next: string, cause?: unknown): Failure =>
  new Failure(exitCodes.error, { what: `Cannot read ${path} as a table.`, why, next }, { cause });

const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'));
const isOldExcel = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]));

async function readSheet(bytes: Buffer, path: string, sheetName: string | undefined): Promise<Table> {
  const notValid = (error: unknown): Failure =>
    unreadable(
      path,
      `It is not a valid XLSX file: ${messageOf(error)}`,
      'Save it as .xlsx or .csv, and try again',
      error,
    );
  const { readWorkbook } = await import('./read-workbook.ts');
  const sheets = await readWorkbook(bytes).catch((error: unknown) => {
    throw notValid(error);
  });
  const visible = sheets.filter(({ hidden }) => !hidden);
  const sheet = sheetName === undefined ? visible[0] : sheets.find(({ name }) => name === sheetName);
  const names = sheets.map(({ name, hidden }) => `"${name}"${hidden ? ' (hidden)' : ''}`).join(', ');
  if (sheet === undefined) {
    const why = sheetName === undefined ? 'It has no visible sheet.' : `It has no sheet "${sheetName}".`;
    throw unreadable(path, `${why} Its sheets are: ${names}.`, 'Name one of them with --sheet');
  }
  const others = sheets.length > 1 ? `, sheet "${sheet.name}" of ${names}` : '';
  try {
    return { rows: sheet.rows(), understoodAs: `XLSX${others}` };
  } catch (error) {
    throw notValid(error);
  }
}

function decoded(bytes: Buffer, path: string): DecodedText {
  try {
    return decodedText(bytes);
  } catch (error) {
    if (!(error instanceof UndecodableText)) throw error;
    throw unreadable(path, error.message, 'Save it as UTF-8 or as .xlsx, and try again', error);
  }
}

function readJson(text: string, path: string): Table {
  try {
    return readJsonTable(text);
  } catch (error) {
    throw unreadable(path, `It is not a valid JSON list. ${messageOf(error)}`, 'Correct the file', error);
  }
}

const sampledRows = 100;

async function readText(bytes: Buffer, path: string, options: TableReading): Promise<Table> {
  const { text, encoding } = decoded(bytes, path);
  if (isJsonTable(text)) return readJson(text, path);
  const { delimiter: announced, rest } = announcedDelimiter(text);
  const { parse } = await import('csv-parse/sync');
  const rowsWith = (delimiter: Delimiter, to = -1): string[][] =>
    parse(rest, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      to,
    });
  const sampled = (delimiter: Delimiter): string[][] => {
    try {
      return rowsWith(delimiter, sampledRows);
    } catch {
      // The text has no such form with this delimiter.
      return [];
    }
  };
  try {
    const delimiter = options.delimiter ?? announced ?? delimiterOf(sampled, options.isHeaderRow);
    return { rows: rowsWith(delimiter), understoodAs: `CSV, delimiter ${delimiterName(delimiter)}, ${encoding}` };
  } catch (error) {
    throw unreadable(path, messageOf(error), 'Correct the quotes in the file, or save the list as .xlsx', error);
  }
}

/** How a table is read. */
export interface TableReading {
  /** The name of the sheet of a workbook; undefined for the first that is visible. */
  readonly sheet?: string | undefined;
  /** The delimiter of a CSV file; undefined to detect it. */
  readonly delimiter?: Delimiter | undefined;
  /** Helps to detect the delimiter. */
  readonly isHeaderRow?: IsHeaderRow;
}

/** Reads an XLSX file, recognized by its first bytes, a JSON list, or a CSV file. Throws a failure if it cannot be parsed. */
export async function readTable(path: string, options: TableReading = {}): Promise<Table> {
  const bytes = await readRegularFile(path);
  if (isOldExcel(bytes)) {
    throw unreadable(path, 'It is in the old Excel format (.xls).', 'Open it and save it as .xlsx or .csv');
  }
  return isZip(bytes) ? readSheet(bytes, path, options.sheet) : readText(bytes, path, options);
}
