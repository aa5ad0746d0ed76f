import { noteInterruption } from '../print/note-interruption.ts';
import { type ProgressState, startProgress } from '../print/progress.ts';
import type { Context } from '../program/context.ts';
import type { ExitCode } from '../program/exit-codes.ts';
import { finishTransfer, reportSummary, type TransferFacts } from './report.ts';
import { createTally, hasBegun, type OnProblem, type Tally } from './tally.ts';
import { type TransferSettings, transferSettings } from './transfer-settings.ts';

export type TransferOptions = Pick<TransferSettings, 'ifExists' | 'concurrency' | 'versionComment'>;

function progressOf(doing: string, { files, bytes, failed }: Tally, total: number | undefined): ProgressState {
  const done = Object.values(files).reduce((sum, count) => sum + count, failed);
  return { doing, unit: 'file', done, total, failed, bytes };
}

/**
 * Runs a transfer: shows progress, reports a summary, prints the result with `-o`, and returns the exit code.
 * `finish` runs after the work and after the progress display, so it may ask questions.
 */
export async function runTransfer(
  context: Context,
  options: TransferOptions &
    Pick<TransferSettings, 'onDiffering' | 'metadata' | 'excluded' | 'observer'> & {
      readonly avoid?: string | undefined;
      readonly onProblem?: OnProblem;
      /** Counts the files to transfer, for the progress. It runs beside the transfer. */
      readonly countFiles?: (settings: TransferSettings) => Promise<number | undefined>;
    },
  facts: Omit<TransferFacts, 'elapsed' | 'dryRun'>,
  work: (settings: TransferSettings) => Promise<void>,
  finish: (settings: TransferSettings) => Promise<void> = async () => undefined,
): Promise<ExitCode> {
  const tally = createTally(options.onProblem);
  const connection = await context.connect();
  const settings = transferSettings(connection, context, { avoid: undefined, ...options, tally });
  const start = performance.now();
  const factsSoFar = (): TransferFacts => ({
    ...facts,
    dryRun: settings.dryRun,
    elapsed: performance.now() - start,
  });
  const silent = noteInterruption('files', context);
  let isWorkDone = false;
  let total: number | undefined;
  void options.countFiles?.(settings).then((count) => {
    total = count;
  });
  const progress = await startProgress(context, () => progressOf(facts.doing, tally, total));
  try {
    await work(settings);
    isWorkDone = true;
    progress.stop();
    await finish(settings);
  } catch (error) {
    progress.stop();
    if (hasBegun(tally)) reportSummary(tally, factsSoFar(), context);
    if (hasBegun(tally) && (!isWorkDone || context.signal.aborted)) {
      const next = tally.targetCreated ? facts.toContinue : undefined;
      context.output.note(`Not all files were transferred. ${next ?? 'To continue, run the same command again.'}`);
    }
    throw error;
  } finally {
    silent();
  }
  progress.stop();
  return finishTransfer(tally, factsSoFar(), context);
}
