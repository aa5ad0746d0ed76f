import { printable } from '../print/printable.ts';
import type { RecordView } from '../print/printer.ts';
import { counted, formatBytes, formatDuration } from '../print/units.ts';
import type { Context } from '../program/context.ts';
import { type ExitCode, exitCodes } from '../program/exit-codes.ts';
import { movedFiles, type RowError, type Tally } from './tally.ts';

const shownRows = 10;

/** What a transfer was, for its summary. */
export interface TransferFacts {
  /** What is done, and what has been done: «Importing», «Imported». */
  readonly doing: string;
  readonly done: string;
  /** Where things went. */
  readonly target: string;
  readonly dryRun: boolean;
  /** In milliseconds. */
  readonly elapsed: number;
  /** How to take files in whose content differs; undefined where they cannot have been left out. */
  readonly toReplace: string | undefined;
}

function detailsOf(tally: Tally): string {
  const { files, folders } = tally;
  const parts: [number, string][] = [
    [files.finished, 'finished that were begun before'],
    [files.replaced, 'with new content'],
    [files.renamed, 'under another name'],
    [files.unchanged, 'already there'],
    [files.differing, 'there with other content'],
    [tally.failed, 'failed'],
    [tally.skipped, 'skipped'],
    [folders.made, folders.made === 1 ? 'folder made' : 'folders made'],
  ];
  return parts
    .filter(([count]) => count > 0)
    .map(([count, words]) => `, ${count} ${words}`)
    .join('');
}

/** One line that says what happened. */
export function summaryLine(tally: Tally, facts: TransferFacts): string {
  const verb = facts.dryRun ? `Would have ${facts.done.toLowerCase()}` : facts.done;
  const moved = `${verb} ${counted(movedFiles(tally), 'file')} (${formatBytes(tally.bytes)})`;
  return `${moved} into ${facts.target} in ${formatDuration(facts.elapsed)}${detailsOf(tally)}.`;
}

const rowLine = ({ path, message }: RowError): string => `  ${printable(path)}: ${message}`;

function printRows(title: string, total: number, lines: readonly string[], context: Context): void {
  context.output.report(title);
  for (const line of lines.slice(0, shownRows)) context.output.report(line);
  if (total > shownRows) context.output.report(`  … and ${total - shownRows} more`);
}

/** Says on stderr what happened: problems first, the summary last. */
export function reportSummary(tally: Tally, facts: TransferFacts, context: Context): void {
  if (tally.skipped > 0) {
    const lines = tally.skippedPaths.map((path) => `  ${printable(path)}`);
    printRows(`Skipped, as neither file nor folder with content (${tally.skipped}):`, tally.skipped, lines, context);
  }
  if (tally.failed > 0) printRows(`Failed (${tally.failed}):`, tally.failed, tally.errors.map(rowLine), context);
  context.output.note(summaryLine(tally, facts));
  if (tally.files.differing > 0 && facts.toReplace !== undefined) {
    context.output.note(`What was there with other content was left as it is. To replace it: ${facts.toReplace}`);
  }
}

/** The result as an object, for `-o json`. */
export interface TransferResult {
  readonly target: string;
  readonly dryRun: boolean;
  readonly files: Tally['files'];
  readonly folders: Tally['folders'];
  readonly bytes: number;
  readonly skipped: number;
  readonly failed: number;
  readonly errors: readonly RowError[];
}

const resultRecord: RecordView<TransferResult> = {
  id: ({ target }) => target,
  fields: ({ target, files, folders, bytes, skipped, failed }) => [
    ['target', target],
    ...Object.entries(files).map(([outcome, count]): [string, string] => [outcome, String(count)]),
    ['folders made', String(folders.made)],
    ['bytes', String(bytes)],
    ['skipped', String(skipped)],
    ['failed', String(failed)],
  ],
};

/** Prints the result on stdout where a format was asked for, and says how it went by the exit code. */
export async function finishTransfer(tally: Tally, facts: TransferFacts, context: Context): Promise<ExitCode> {
  reportSummary(tally, facts, context);
  if (context.globals.output !== undefined) {
    const { files, folders, bytes, skipped, failed, errors } = tally;
    const { target, dryRun } = facts;
    const result = { target, dryRun, files, folders, bytes, skipped, failed, errors };
    await (await context.printer()).record(result, resultRecord);
  }
  return tally.failed > 0 ? exitCodes.partlyDone : exitCodes.ok;
}
