import { printable } from '../print/printable.ts';
import { whyNoQuestion } from '../print/questions.ts';
import type { Context } from '../program/context.ts';
import { endsCommand } from '../program/ending-errors.ts';
import { usageFailure } from '../program/failure.ts';
import { downloadFile } from './download-file.ts';
import { countFailure, type DifferingFile } from './tally.ts';
import type { TransferSettings } from './transfer-settings.ts';

const shownPaths = 10;

function listed(files: readonly DifferingFile[]): string {
  const paths = files.slice(0, shownPaths).map(({ path }) => printable(path));
  const more = files.length > paths.length ? [`… and ${files.length - paths.length} more`] : [];
  return [...paths, ...more].join(', ');
}

/** The message if the files were not replaced, and the question before replacing them. */
function messagesFor(files: readonly DifferingFile[]): { readonly left: string; readonly question: string } {
  const [file] = files;
  if (file !== undefined && files.length === 1) {
    const there = `${printable(file.path)} exists with different content`;
    return { left: `${there} and was not replaced.`, question: `${there}. Replace it?` };
  }
  const there = `${files.length} local files exist with different content`;
  const paths = listed(files);
  return { left: `${there} and were not replaced: ${paths}`, question: `${there}: ${paths}. Replace them?` };
}

async function replaceAll(files: readonly DifferingFile[], settings: TransferSettings): Promise<void> {
  for (const { node, path } of files) {
    settings.tally.files.differing -= 1;
    try {
      await downloadFile(node, path, { ...settings, ifExists: 'replace' });
    } catch (error) {
      if (endsCommand(error)) throw error;
      countFailure(settings.tally, path, error);
    }
  }
}

/**
 * Asks whether to replace local files, and replaces them after a yes. Without a terminal, throws a usage failure with the
 * command line `again`.
 */
export async function replaceConfirmed(
  files: readonly DifferingFile[],
  again: string,
  settings: TransferSettings,
  { questions, globals }: Context,
): Promise<void> {
  if (files.length === 0 || settings.dryRun) return;
  const { left, question } = messagesFor(files);
  if (!questions.possible) {
    throw usageFailure(
      left,
      `A replaced local file cannot be restored, so edu-repo must ask first. It cannot ask: ${whyNoQuestion(globals)}.`,
      `To confirm: ${again}`,
    );
  }
  if (await questions.confirm(question)) await replaceAll(files, settings);
}
