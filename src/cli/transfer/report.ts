import { printable } from '../print/printable.ts';
import { counted, formatBytes, formatDuration } from '../print/units.ts';
import type { RecordView } from '../print/view.ts';
import type { Context } from '../program/context.ts';
import { type ExitCode, exitCodes } from '../program/exit-codes.ts';
import { movedFiles, type RowError, type Tally } from './tally.ts';

const shownRows = 10;

export interface TransferFacts {
  /** The verb in progress messages: "Importing". */
  readonly doing: string;
  /** The verb in the summary: "Imported". */
  readonly done: string;
  /** The target, as the user wrote it. */
  readonly target: string;
  readonly dryRun: boolean;
  /** The duration of the transfer, in milliseconds. */
  readonly elapsed: number;
  /** How to update files with different content, such as a command line. Undefined to print no hint. */
  readonly toReplace: string | undefined;
  /** The advice after an interruption if the same command would copy the folder into the created target. */
  readonly toContinue?: string;
}

function detailsOf(tally: Tally): string {
  const { files, folders } = tally;
  const parts: [number, string][] = [
    [files.finished, 'completed after an earlier attempt'],
    [files.replaced, 'with new content'],
    [files.renamed, 'under another name'],
    [files.unchanged, 'already there'],
    [files.differing, 'existing with different content'],
    [tally.metadataChanged, 'with new metadata'],
    [tally.failed, 'failed'],
    [tally.skipped, 'skipped'],
    [tally.excluded, 'excluded'],
    [folders.made, folders.made === 1 ? 'folder created' : 'folders created'],
  ];
  return parts
    .filter(([count]) => count > 0)
    .map(([count, words]) => `, ${count} ${words}`)
    .join('');
}

/** Whether a target can only mean the folder itself, and not a new name for the copy. */
const isClearlyFolder = (target: string): boolean => /(?:^|[/:])(?:\.{0,2}|~)$/.test(target);

function targetOf({ folderInTarget }: Tally, { target }: TransferFacts): string {
  if (folderInTarget === undefined) return target;
  const path = `${target.replace(/\/$/, '')}/${printable(folderInTarget)}`;
  return isClearlyFolder(target) ? path : `${path} (${target} already exists)`;
}

function summaryLine(tally: Tally, facts: TransferFacts): string {
  const verb = facts.dryRun ? `Would have ${facts.done.toLowerCase()}` : facts.done;
  const moved = `${verb} ${counted(movedFiles(tally), 'file')} (${formatBytes(tally.bytes)})`;
  return `${moved} to ${targetOf(tally, facts)} in ${formatDuration(facts.elapsed)}${detailsOf(tally)}.`;
}

const rowLine = ({ path, message }: RowError): string => `  ${printable(path)}: ${message}`;

function printRows(title: string, total: number, lines: readonly string[], context: Context): void {
  context.output.report(title);
  for (const line of lines.slice(0, shownRows)) context.output.report(line);
  if (total > shownRows) context.output.report(`  … and ${total - shownRows} more`);
}

/** Reports the result on stderr: problems first, the summary last. */
export function reportSummary(tally: Tally, facts: TransferFacts, context: Context): void {
  if (tally.skipped > 0) {
    const lines = tally.skippedPaths.map((path) => `  ${printable(path)}`);
    printRows(
      `Skipped (${tally.skipped}). Links, special files, nodes without content, child objects, and the data directory are never copied:`,
      tally.skipped,
      lines,
      context,
    );
  }
  if (tally.failed > 0) printRows(`Failed (${tally.failed}):`, tally.failed, tally.errors.map(rowLine), context);
  context.output.note(summaryLine(tally, facts));
  if (tally.files.differing > 0 && facts.toReplace !== undefined) {
    context.output.note(`Files with different content were left as they are. To update them: ${facts.toReplace}`);
  }
}

/** The result of a transfer, for `-o json`. */
interface TransferResult {
  readonly target: string;
  readonly dryRun: boolean;
  readonly files: Tally['files'];
  readonly folders: Tally['folders'];
  readonly metadataChanged: number;
  readonly bytes: number;
  readonly skipped: number;
  readonly excluded: number;
  readonly failed: number;
  readonly errors: readonly RowError[];
}

const resultRecord: RecordView<TransferResult> = {
  id: ({ target }) => target,
  fields: ({ target, files, folders, bytes, skipped, excluded, failed }) => [
    ['target', target],
    ...Object.entries(files).map(([outcome, count]): [string, string] => [outcome, String(count)]),
    ['folders created', String(folders.made)],
    ['bytes', String(bytes)],
    ['skipped', String(skipped)],
    ['excluded', String(excluded)],
    ['failed', String(failed)],
  ],
};

/** Reports the summary, prints the result to stdout with `-o`, and returns the exit code. */
export async function finishTransfer(tally: Tally, facts: TransferFacts, context: Context): Promise<ExitCode> {
  reportSummary(tally, facts, context);
  if (context.globals.output !== undefined) {
    const { files, folders, metadataChanged, bytes, skipped, excluded, failed, errors } = tally;
    const { target, dryRun } = facts;
    const result = { target, dryRun, files, folders, metadataChanged, bytes, skipped, excluded, failed, errors };
    await (await context.printer()).record(result, resultRecord);
  }
  return tally.failed > 0 ? exitCodes.partlyDone : exitCodes.ok;
}
