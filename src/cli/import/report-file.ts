import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { extname } from 'node:path';
import { spreadsheetLine } from '../../base/csv.ts';
import { escapeHtml } from '../../base/escape-html.ts';
import { jsonText } from '../print/printable.ts';
import { usageFailure } from '../program/failure.ts';
import type { ReportedItem } from './report.ts';

/** A file that the items of an import are written to as they are done, so that it is there after an interruption, too. */
export interface ReportFile {
  write(item: ReportedItem): void;
  /** Rejects with the error of the file system, also with one of an earlier write. */
  close(): Promise<void>;
}

const columns = ['result', 'source', 'item', 'path', 'node', 'column', 'reason', 'suggestion'];

const separator = ' | ';

const cellsOf = ({ result, source, where, path, node, problems }: ReportedItem): string[] => [
  ...[result, source, where, path, node ?? ''],
  problems.map(({ column = '' }) => column).join(separator),
  problems.map(({ why }) => why).join(separator),
  problems.map(({ next = '' }) => next).join(separator),
];

interface Form {
  readonly head: string;
  readonly tail: string;
  lineOf(item: ReportedItem): string;
}

const htmlRow = (cells: readonly string[], element: 'td' | 'th'): string =>
  `<tr>${cells.map((cell) => `<${element}>${escapeHtml(cell)}</${element}>`).join('')}</tr>`;

const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Import report</title>
<style>body{font:1rem sans-serif;margin:2rem}table{border-collapse:collapse}td,th{border:1px solid #999;padding:.3rem;text-align:left}</style>
<h1>Import report</h1><table>`;

const forms: Readonly<Record<string, Form>> = {
  // With a byte order mark, so that spreadsheets read it as UTF-8.
  '.csv': { head: `\ufeff${spreadsheetLine(columns)}`, tail: '', lineOf: (item) => spreadsheetLine(cellsOf(item)) },
  '.jsonl': { head: '', tail: '', lineOf: (item) => jsonText(item) },
  '.html': {
    head: `${page}${htmlRow(columns, 'th')}`,
    tail: '</table></html>',
    lineOf: (item) => htmlRow(cellsOf(item), 'td'),
  },
};

/** The form of a report, by the extension of its file. Throws a usage failure for another one. */
export function formOfReport(path: string): Form {
  const form = forms[extname(path).toLowerCase()];
  if (form !== undefined) return form;
  throw usageFailure(
    `A report cannot be written to ${path}.`,
    'The extension of the file decides about its form: .csv, .jsonl or .html.',
    'For example: --report report.csv',
  );
}

/** Opens the file of a report, and replaces an earlier one. Rejects with the error of the file system. */
export async function openReportFile(path: string): Promise<ReportFile> {
  const { head, tail, lineOf } = formOfReport(path);
  const stream = createWriteStream(path);
  let failure: unknown;
  stream.on('error', (error) => {
    failure ??= error;
  });
  await once(stream, 'open');
  if (head !== '') stream.write(`${head}\n`);
  return {
    write: (item) => stream.write(`${lineOf(item)}\n`),
    close: async () => {
      if (failure === undefined) {
        stream.end(tail);
        await once(stream, 'close');
      }
      if (failure !== undefined) throw failure;
    },
  };
}
