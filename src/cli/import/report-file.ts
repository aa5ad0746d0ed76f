import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { extname } from 'node:path';
import { spreadsheetLine } from '../../base/csv.ts';
import { escapeHtml } from '../../base/escape-html.ts';
import { localTime } from '../print/local-time.ts';
import { jsonText } from '../print/printable.ts';
import { wallClock } from '../print/wall-clock.ts';
import { usageFailure } from '../program/failure.ts';
import { type ReportedItem, results } from './report.ts';

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
  head(): string;
  tail(counts: ReadonlyMap<string, number>): string;
  lineOf(item: ReportedItem): string;
}

const nothing = (): string => '';

const row = (cells: readonly string[]): string => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;

const paragraphs = (texts: readonly string[]): string => texts.map((text) => `<p>${escapeHtml(text)}</p>`).join('');

/** One line per item for people: its place, its title, what became of it, and each problem with what to do. */
function htmlRow({ result, source, where, path, problems, about }: ReportedItem): string {
  const texts = problems.map(({ column, why, next }) =>
    [column === undefined ? why : `${column}: ${why}`, ...(next === undefined ? [] : [next])].join(' '),
  );
  const name = about?.title ?? '';
  const isGood = result !== 'failed' && problems.length === 0;
  const shown = [where, source, name, path].map(escapeHtml);
  return row([
    `<b class="${isGood ? 'good' : result === 'failed' ? 'bad' : 'warned'}">${result}</b>`,
    ...shown,
    paragraphs(texts),
  ]);
}

const style = `body{font:1rem/1.4 sans-serif;margin:2rem}table{border-collapse:collapse}
td,th{border:1px solid #999;padding:.3rem .5rem;text-align:left;vertical-align:top}p{margin:0 0 .3rem}
.good{color:#176617}.warned{color:#8a5200}.bad{color:#a40000}`;

const page = (): string => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Import report</title>
<style>${style}</style>
<h1>Import report</h1><p>${localTime(wallClock())}</p><table>
<tr>${['Result', 'Item', 'Source', 'Title', 'Place', 'Problems'].map((title) => `<th>${title}</th>`).join('')}</tr>`;

/** The totals, for the end of the page. */
function totals(counts: ReadonlyMap<string, number>): string {
  const parts = results.flatMap((result) => (counts.has(result) ? [`${counts.get(result)} ${result}`] : []));
  return `</table><p>${parts.join(', ') || 'Nothing in it'}.</p></html>`;
}

const forms: Readonly<Record<string, Form>> = {
  // With a byte order mark, so that spreadsheets read it as UTF-8.
  '.csv': {
    head: () => `\ufeff${spreadsheetLine(columns)}`,
    tail: nothing,
    lineOf: (item) => spreadsheetLine(cellsOf(item)),
  },
  '.jsonl': { head: nothing, tail: nothing, lineOf: (item) => jsonText(item) },
  '.html': { head: page, tail: totals, lineOf: htmlRow },
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
  const first = head();
  if (first !== '') stream.write(`${first}\n`);
  const counts = new Map<string, number>();
  return {
    write: (item) => {
      counts.set(item.result, (counts.get(item.result) ?? 0) + 1);
      stream.write(`${lineOf(item)}\n`);
    },
    close: async () => {
      if (failure === undefined) {
        stream.end(tail(counts));
        await once(stream, 'close');
      }
      if (failure !== undefined) throw failure;
    },
  };
}
