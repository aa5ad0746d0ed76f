import type { RepositoryNode } from '../node-arguments/node.ts';
import { printable } from '../print/printable.ts';
import type { Context } from '../program/context.ts';
import { usageFailure } from '../program/failure.ts';
import { downloadFile } from './download-file.ts';
import { countFailure } from './tally.ts';
import { endsTransfer, type TransferSettings } from './transfer-settings.ts';

/** A local file with other content than the node that would replace it. */
export interface DifferingFile {
  readonly node: RepositoryNode;
  readonly path: string;
}

const shownPaths = 10;

function listed(files: readonly DifferingFile[]): string {
  const paths = files.slice(0, shownPaths).map(({ path }) => printable(path));
  const more = files.length > paths.length ? [`… and ${files.length - paths.length} more`] : [];
  return [...paths, ...more].join(', ');
}

/** What is there, without and with the question. */
function wordsFor(files: readonly DifferingFile[]): { readonly left: string; readonly question: string } {
  const [file] = files;
  if (file !== undefined && files.length === 1) {
    const there = `${printable(file.path)} is there with other content`;
    return { left: `${there}, and was not replaced.`, question: `${there}. Replace it?` };
  }
  const there = `${files.length} local files are there with other content`;
  const paths = listed(files);
  return { left: `${there}, and were not replaced: ${paths}`, question: `${there}: ${paths}. Replace them?` };
}

async function replaceAll(files: readonly DifferingFile[], settings: TransferSettings): Promise<void> {
  for (const { node, path } of files) {
    settings.tally.files.differing -= 1;
    try {
      await downloadFile(node, path, { ...settings, ifExists: 'replace' });
    } catch (error) {
      if (endsTransfer(error)) throw error;
      countFailure(settings.tally, path, error);
    }
  }
}

/**
 * Asks at a terminal whether local files may be replaced, and replaces them after a yes. Throws a usage failure with the
 * command line `again` where nobody can be asked.
 */
export async function replaceConfirmed(
  files: readonly DifferingFile[],
  again: string,
  settings: TransferSettings,
  { questions }: Context,
): Promise<void> {
  if (files.length === 0 || settings.dryRun) return;
  const { left, question } = wordsFor(files);
  if (!questions.possible) {
    throw usageFailure(
      left,
      'A local file has no earlier versions. stdin or stderr is no terminal (or --no-input), so nobody could be asked.',
      `Try: ${again}`,
    );
  }
  if (await questions.confirm(question)) await replaceAll(files, settings);
}
