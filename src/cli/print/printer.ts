import { csvLine } from '../../base/csv.ts';
import type { OutputFormat } from '../program/global-options.ts';
import type { Output } from './output.ts';
import { jsonText } from './printable.ts';
import { selectedColumns, selectedRecord } from './selected-fields.ts';
import type { Style } from './style.ts';
import { recordLines, tableLines } from './table.ts';
import type { ListView, RecordView } from './view.ts';

/** How to print. */
export interface PrintOptions {
  readonly format: OutputFormat;
  readonly style: Style;
  /** Whether tables have the columns that are marked as long. */
  readonly long: boolean;
  /** The names of the fields to print; undefined for all. */
  readonly fields?: readonly string[] | undefined;
}

/** Prints data on stdout in one format. */
export interface Printer {
  /** Resolves with the number of items. `jsonl`, `csv`, `id` and lists with `line` print each item as it arrives. */
  list<T>(items: AsyncIterable<T> | Iterable<T>, view: ListView<T>): Promise<number>;
  /** Prints `value`, the object as the API returns it. */
  record<T>(value: T, view: RecordView<T>): Promise<void>;
}

const asJson = (value: unknown): string => jsonText(value, 2);

async function asYaml(value: unknown): Promise<string> {
  const { stringify } = await import('yaml');
  return stringify(value, { lineWidth: 0 }).trimEnd();
}

function lineWriterOf<T>(format: OutputFormat, view: ListView<T>, style: Style): ((item: T) => string) | undefined {
  switch (format) {
    case 'jsonl':
      return (item) => jsonText(view.each === undefined ? item : view.each(item));
    case 'id':
      return (item) => view.id(item);
    case 'csv':
      return (item) => csvLine((view.plainColumns ?? view.columns).map((column) => column.value(item)));
    case 'table':
      return view.line === undefined ? undefined : (item) => view.line?.(item, style) ?? '';
    default:
      return undefined;
  }
}

async function wholeText<T>(
  items: readonly T[],
  view: ListView<T>,
  { format, style, long, fields }: PrintOptions,
  terminalWidth: number | undefined,
): Promise<string> {
  if (format === 'json') return asJson(view.whole(items));
  if (format === 'yaml') return asYaml(view.whole(items));
  const columns = view.columns.filter((column) => long || fields !== undefined || column.long !== true);
  return tableLines(items, columns, style, terminalWidth, view.below).join('\n');
}

async function recordText<T>(
  format: OutputFormat,
  value: T,
  view: RecordView<T>,
  style: Style,
  terminalWidth: number | undefined,
): Promise<string> {
  const whole = view.whole === undefined ? value : view.whole(value);
  switch (format) {
    case 'json':
      return asJson(whole);
    case 'jsonl':
      return jsonText(whole);
    case 'yaml':
      return asYaml(whole);
    case 'id':
      return view.id(value);
    case 'csv': {
      const fields = view.plainFields?.(value) ?? view.fields(value);
      return `${csvLine(fields.map(([label]) => label))}\n${csvLine(fields.map(([, text]) => text))}`;
    }
    case 'table':
      return recordLines(view.fields(value), style, terminalWidth).join('\n');
  }
}

async function printLines<T>(
  write: (line: string) => Promise<void>,
  items: AsyncIterable<T> | Iterable<T>,
  lineOf: (item: T) => string,
  title: string | undefined,
): Promise<number> {
  let count = 0;
  if (title !== undefined) await write(title);
  for await (const item of items) {
    await write(lineOf(item));
    count += 1;
  }
  return count;
}

async function collected<T>(items: AsyncIterable<T> | Iterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

async function* checked<T>(items: AsyncIterable<T> | Iterable<T>, check: (item: T) => void): AsyncGenerator<T> {
  let first = true;
  for await (const item of items) {
    if (first) check(item);
    first = false;
    yield item;
  }
}

/** The width of a terminal that does not report it, in characters. */
const defaultWidth = 80;

/** The width of the terminal that stdout is, in characters; undefined if it is none. */
const terminalWidthOf = ({ stdout }: Pick<Output, 'stdout'>): number | undefined =>
  stdout.isTTY === true ? stdout.columns || defaultWidth : undefined;

export function createPrinter(output: Output, { format, style, long, fields }: PrintOptions): Printer {
  // Only tables have colours.
  const write = (text: string) => (format === 'table' ? output.line(text) : output.data(`${text}\n`));
  const width = terminalWidthOf(output);
  return {
    list: async (given, whole) => {
      const view = fields === undefined ? whole : selectedColumns(fields, whole);
      const items = view.check === undefined ? given : checked(given, view.check);
      const lineOf = lineWriterOf(format, view, style);
      const title =
        format === 'csv' ? csvLine((view.plainColumns ?? view.columns).map((column) => column.title)) : undefined;
      if (lineOf !== undefined) return printLines(write, items, lineOf, title);
      const all = await collected(items);
      if (all.length > 0 || format !== 'table')
        await write(await wholeText(all, view, { format, style, long, fields }, width));
      return all.length;
    },
    record: async (value, whole) => {
      const view = fields === undefined ? whole : selectedRecord(fields, whole);
      view.check?.(value);
      await write(await recordText(format, value, view, style, width));
    },
  };
}
