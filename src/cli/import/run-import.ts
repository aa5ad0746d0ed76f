import type { ListChoice } from '../mds/values-of-lists.ts';
import { valueRules } from '../metadata/value-rules.ts';
import { type NodeAddress, writeNodeAddress } from '../node-arguments/address.ts';
import { noteInterruption } from '../print/note-interruption.ts';
import { startProgress } from '../print/progress.ts';
import type { RecordView } from '../print/view.ts';
import type { Context } from '../program/context.ts';
import { stopIfInterrupted } from '../program/ending-errors.ts';
import { type ExitCode, exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import type { OnError } from '../tables/reading-options.ts';
import type { TransferOptions } from '../transfer/run-transfer.ts';
import { createTally } from '../transfer/tally.ts';
import { ensurePath } from '../transfer/target-folder.ts';
import { type TransferSettings, transferSettings } from '../transfer/transfer-settings.ts';
import { uploadRows } from '../upload/upload-groups.ts';
import type { HarvestState } from './harvest-states.ts';
import { readItemCells } from './item-cells.ts';
import { ItemRows } from './item-rows.ts';
import { KnownNodes } from './known-nodes.ts';
import { ImportReport, type ReportedItem } from './report.ts';
import { openReportFile, type ReportFile } from './report-file.ts';
import type { ImportSource } from './source.ts';
import { TargetFolders } from './target-folders.ts';
import { noteWaitingTexts } from './waiting-texts.ts';

/** A source that was opened. */
export interface OpenedSource {
  /** As typed. */
  readonly input: string;
  /** The name of its kind, as `--kind` takes it. */
  readonly kind: string;
  readonly source: ImportSource;
  readonly state: HarvestState;
}

export interface ImportRun extends TransferOptions {
  readonly sources: readonly OpenedSource[];
  readonly target: NodeAddress;
  readonly lists: ListChoice;
  /** Whether a mistake only costs its item, or the import stops: before any change if the source has the mistake. */
  readonly onError: OnError;
  /** The file for the report; undefined for none. */
  readonly report: string | undefined;
  /** Whether messages call it a copy, not an import. */
  readonly copies: boolean;
  /** Whether nodes of earlier imports are recognised only where the import would put them. */
  readonly thisFolderOnly?: boolean;
}

const hasMistakes = (source: string): Failure =>
  new Failure(exitCodes.error, {
    what: `${source} has mistakes, so nothing was changed.`,
    why: 'The mistakes are listed above.',
    next: 'Correct them, and run the command again. To import the other items: leave out --on-error stop',
  });

/** Reads all items, and rejects with a failure if one has a mistake or a value that cannot be stored. */
async function requireNoMistakes({ sources, lists }: ImportRun, report: ImportReport, context: Context): Promise<void> {
  const rules = await valueRules(lists, context);
  for (const { input, source } of sources) {
    for await (const item of source.items()) {
      stopIfInterrupted(context.signal);
      const mistakes = item.problems.filter(({ severity }) => severity === 'error');
      const problems = [...mistakes, ...(await readItemCells(item, rules)).problems];
      if (problems.length === 0) continue;
      report.add({ result: 'failed', source: input, where: item.where, path: '', node: null, problems });
    }
    if (report.counts.failed === 0) continue;
    report.printProblems(context);
    throw hasMistakes(input);
  }
}

/**
 * Imports the items of a source: finds the keys of their values, recognises those of earlier imports, uploads what is new or
 * changed, and reports each. Rejects only with errors that end the import.
 */
async function importItems(
  { input, source, state }: OpenedSource,
  { target, lists, onError, thisFolderOnly = false }: ImportRun,
  settings: TransferSettings,
  report: ImportReport,
  context: Context,
): Promise<void> {
  const rules = await valueRules(lists, context);
  const known = new KnownNodes(source.name);
  const folders = new TargetFolders(await ensurePath(target, settings), known, settings);
  const rows = new ItemRows({
    ...{ input, source, known, folders, rules, settings, report },
    target: writeNodeAddress(target),
    stopsAtFailure: onError === 'stop',
  });
  // The target is listed before the first item, so that the nodes in it are recognised without a search.
  await folders.at([]);
  if (!thisFolderOnly) await known.findElsewhere(settings.client);
  await uploadRows(rows.rows(), { ...settings, observer: rows });
  for (const [other, count] of known.alike) {
    context.output.report(
      `Warning: of the new items, ${count} have the same key as items of ${other} in the target. If this is a later version of it, give it that name: then it updates those.`,
    );
  }
  const reached = source.state?.();
  // A record that could not be stored is read again the next time.
  if (reached !== undefined && !settings.dryRun && rows.allStored) await state.keep(reached);
}

/** The result of an import, for `-o json`. */
interface ImportResult
  extends Record<'created' | 'changed' | 'alreadyThere' | 'skipped' | 'failed' | 'warnings', number> {
  readonly target: string;
  readonly dryRun: boolean;
  readonly sources: readonly { readonly source: string; readonly kind: string; readonly understoodAs: string }[];
  readonly problems: readonly ReportedItem[];
}

const resultRecord: RecordView<ImportResult> = {
  id: ({ target }) => target,
  fields: ({ target, created, changed, alreadyThere, skipped, failed, warnings }) => [
    ['target', target],
    ...Object.entries({ created, changed, 'already there': alreadyThere, skipped, failed, warnings }).map(
      ([label, count]): [string, string] => [label, String(count)],
    ),
  ],
};

function resultOf(report: ImportReport, { sources, target }: ImportRun, dryRun: boolean): ImportResult {
  const { 'already there': alreadyThere, ...counts } = report.counts;
  return {
    ...{ target: writeNodeAddress(target), dryRun },
    sources: sources.map(({ input, kind, source }) => ({ source: input, kind, understoodAs: source.understoodAs })),
    ...{ ...counts, alreadyThere, warnings: report.warnings, problems: report.withProblems },
  };
}

const totalOf = (sources: readonly OpenedSource[]): number | undefined =>
  sources.some(({ source }) => source.total === undefined)
    ? undefined
    : sources.reduce((sum, { source }) => sum + (source.total ?? 0), 0);

async function importAll(run: ImportRun, report: ImportReport, context: Context): Promise<void> {
  const tally = createTally();
  const settings = transferSettings(await context.connect(), context, { avoid: undefined, ...run, tally });
  const [doing, total] = [run.copies ? 'Copying' : 'Importing', totalOf(run.sources)];
  const progress = await startProgress(context, () => {
    const { failed } = report.counts;
    return { doing, unit: 'item', done: report.total, total, failed, bytes: tally.bytes };
  });
  let isDone = false;
  try {
    for (const opened of run.sources) await importItems(opened, run, settings, report, context);
    isDone = true;
  } finally {
    progress.stop();
    if (report.total > 0 || isDone) {
      report.print(context, {
        source: run.sources.map(({ input }) => input).join(', '),
        target: writeNodeAddress(run.target),
        ...{ dryRun: settings.dryRun, copies: run.copies },
        isUpdate: run.sources.every(({ source }) => source.state !== undefined),
      });
    }
  }
}

/** Imports sources one after the other, shows progress, and reports. Resolves with exit code 7 if an item failed. */
export async function runImport(run: ImportRun, context: Context): Promise<ExitCode> {
  for (const { input, source } of run.copies ? [] : run.sources) {
    context.output.note(`Reading ${input} as ${source.understoodAs}.`);
    for (const line of source.details ?? []) context.output.note(line);
  }
  const file: ReportFile | undefined = run.report === undefined ? undefined : await openReportFile(run.report);
  const report = new ImportReport(file?.write);
  const silent = noteInterruption('items', context);
  try {
    if (run.onError === 'stop') await requireNoMistakes(run, report, context);
    await importAll(run, report, context);
    if (!context.globals.dryRun) await noteWaitingTexts(report.lastNodes, context);
  } catch (error) {
    if (report.counts.created + report.counts.changed > 0)
      context.output.note(
        `Not everything was ${run.copies ? 'copied' : 'imported'}. To continue, run the same command again.`,
      );
    throw error;
  } finally {
    silent();
    await file?.close();
  }
  if (context.globals.output !== undefined) {
    await (await context.printer()).record(resultOf(report, run, context.globals.dryRun), resultRecord);
  }
  return report.counts.failed > 0 ? exitCodes.partlyDone : exitCodes.ok;
}
