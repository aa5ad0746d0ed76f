import { messageOf } from '../../base/errors/errors.ts';
import { joinedValues } from './cell-values.ts';
import type { Table } from './table.ts';

/** Values of a list, separated as in a cell of a table. */
const asCell = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return joinedValues(value.map(asCell));
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

type JsonRow = Readonly<Record<string, unknown>>;

const isRow = (value: unknown): value is JsonRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a text may be a JSON list: an array of objects, or one object in each line. */
export const isJsonTable = (text: string): boolean => /^\s*(?:\[\s*[{\]]|\{\s*")/.test(text);

function parsedLines(text: string): unknown[] {
  const lines = text.split('\n');
  return lines.flatMap((line, at) => {
    if (line.trim() === '') return [];
    try {
      return [JSON.parse(line) as unknown];
    } catch (error) {
      throw new Error(`Line ${at + 1}: ${messageOf(error)}`, { cause: error });
    }
  });
}

function parsed(text: string): readonly [rows: unknown[], form: string] {
  if (!text.trimStart().startsWith('[')) {
    try {
      return [[JSON.parse(text) as unknown], 'JSON'];
    } catch {
      return [parsedLines(text), 'JSON lines'];
    }
  }
  const value: unknown = JSON.parse(text);
  return [Array.isArray(value) ? value : [value], 'JSON'];
}

/** Each row has a cell for every name in the list. */
const maxNames = 1_000;

/** Reads a JSON list. Its names become the headers, and its objects the rows from the second. Throws an error that says why it cannot. */
export function readJsonTable(text: string): Table {
  const [values, form] = parsed(text);
  const wrong = values.findIndex((value) => !isRow(value));
  if (wrong >= 0) throw new Error(`Entry ${wrong + 1} is not an object with names and values.`);
  const objects = values.filter(isRow);
  const headers = [...new Set(objects.flatMap((row) => Object.keys(row)))];
  if (headers.length > maxNames) throw new Error(`Its entries have more than ${maxNames} different names.`);
  return {
    rows: [headers, ...objects.map((row) => headers.map((header) => asCell(row[header])))],
    isList: (row, column) => Array.isArray(objects[row - 1]?.[headers[column] ?? '']),
    understoodAs: form,
  };
}
