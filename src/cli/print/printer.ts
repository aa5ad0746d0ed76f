import type { OutputFormat } from '../program/global-options.ts';
import { csvLine } from './csv.ts';
import type { Output } from './output.ts';
import { jsonText } from './printable.ts';
import type { Style } from './style.ts';
import { type Column, recordLines, tableLines } from './table.ts';

export interface ListView<T> {
  readonly columns: readonly Column<T>[];
  /** Columns for `csv` if programs need other values than people. */
  readonly plainColumns?: readonly Column<T>[];
  /** Prints one line per item instead of a table, for simple lists. */
  readonly line?: (item: T, style: Style) => string;
  id(item: T): string;
  /** The list as the API returns it. */
  whole(items: readonly T[]): unknown;
}

export interface RecordView<T> {
  fields(value: T): readonly (readonly [label: string, value: string])[];
  /** Fields for `csv` if programs need other values than people. */
  plainFields?(value: T): readonly (readonly [label: string, value: string])[];
  id(value: T): string;
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
      return (item) => jsonText(item);
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
  format: OutputFormat,
  items: readonly T[],
  view: ListView<T>,
  style: Style,
): Promise<string> {
  if (format === 'json') return asJson(view.whole(items));
  if (format === 'yaml') return asYaml(view.whole(items));
  return tableLines(items, view.columns, style).join('\n');
}

async function recordText<T>(format: OutputFormat, value: T, view: RecordView<T>, style: Style): Promise<string> {
  switch (format) {
    case 'json':
      return asJson(value);
    case 'jsonl':
      return jsonText(value);
    case 'yaml':
      return asYaml(value);
    case 'id':
      return view.id(value);
    case 'csv': {
      const fields = view.plainFields?.(value) ?? view.fields(value);
      return `${csvLine(fields.map(([label]) => label))}\n${csvLine(fields.map(([, text]) => text))}`;
    }
    case 'table':
      return recordLines(view.fields(value), style).join('\n');
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

export function createPrinter(output: Output, format: OutputFormat, style: Style): Printer {
  // Only tables have colours.
  const write = (text: string) => (format === 'table' ? output.line(text) : output.data(`${text}\n`));
  return {
    list: async (items, view) => {
      const lineOf = lineWriterOf(format, view, style);
      const title =
        format === 'csv' ? csvLine((view.plainColumns ?? view.columns).map((column) => column.title)) : undefined;
      if (lineOf !== undefined) return printLines(write, items, lineOf, title);
      const all = await collected(items);
      if (all.length > 0 || format !== 'table') await write(await wholeText(format, all, view, style));
      return all.length;
    },
    record: async (value, view) => write(await recordText(format, value, view, style)),
  };
}
