import { dataDirectoryOf } from '../connection/connect.ts';
import { refuseUrl } from '../connection/own-directory-only.ts';
import { startProgress } from '../print/progress.ts';
import { shellWord } from '../print/shell-word.ts';
import type { RecordView } from '../print/view.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { stopIfInterrupted } from '../program/ending-errors.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { folderAt } from './local-folder.ts';
import { checkedText, problemAdvice } from './verify.ts';

interface RestoreOptions {
  readonly folder: string;
  readonly replace: boolean;
}

interface Result {
  /** Undefined if there were none. */
  readonly movedTo: string | undefined;
  readonly dataDirectory: string;
  readonly backup: string;
  readonly files: number;
  readonly bytes: number;
}

const resultView: RecordView<Result> = {
  id: ({ dataDirectory }) => dataDirectory,
  fields: ({ dataDirectory, backup, movedTo, ...checked }) => [
    ['data directory', dataDirectory],
    ['backup', backup],
    ['files', checkedText(checked)],
    ...(movedTo === undefined ? [] : ([['former files', movedTo]] as const)),
  ],
};

/** The number of damaged files that an error shows. */
const maxShown = 10;

async function restore({ folder, replace }: RestoreOptions, context: Context) {
  refuseUrl(context);
  const { globals, output, signal } = context;
  const target = await dataDirectoryOf(globals, context.environment);
  const { restoreBackup } = await import('../../daemon/backup/restore-backup.ts');
  const { newVerification } = await import('../../daemon/backup/verify-backup.ts');
  const { withAccessExplained } = await import('../../daemon/data-directory/directory-access.ts');
  const found = newVerification();
  const progress = await startProgress(context, () => `Restoring ${folder}: checked ${checkedText(found)}`);
  try {
    const mayContinue = () => stopIfInterrupted(signal);
    const parts = { folder, target, replace, dryRun: globals.dryRun, found, mayContinue };
    const { movedTo } = await withAccessExplained(target, () => restoreBackup(parts));
    progress.stop();
    if (globals.dryRun) {
      output.note(`Checked ${checkedText(found)}: no problem found. Would restore them to ${target}.`);
      return exitCodes.ok;
    }
    const result = { dataDirectory: target, backup: folder, files: found.files, bytes: found.bytes, movedTo };
    await (await context.printer()).record(result, resultView);
    output.note(`To start the server: edu-repo serve --data ${shellWord(target)}`);
    return exitCodes.ok;
  } finally {
    progress.stop();
    for (const { problem, path } of found.problems.slice(0, maxShown)) output.report(`${problem}: ${path}`);
    if (found.problems.length > 0) output.report(problemAdvice);
  }
}

export const backupRestore = defineCommand<{ readonly replace?: boolean }, RestoreOptions>({
  endsOnSignal: true,
  examples: [
    {
      line: 'edu-repo backup restore /backup/2026-11-28 --data /srv/edu-repo/data',
      does: 'check the whole backup, and make a data directory of it; a damaged backup changes nothing',
    },
    {
      line: 'edu-repo backup restore /backup/2026-11-28 --data /srv/edu-repo/data --replace',
      does: 'move the present data directory to a folder beside it first; stop its server before',
    },
    { line: 'edu-repo backup restore /backup/2026-11-28 --data /tmp/test --dry-run', does: 'only check both' },
  ],
  configure: (command) => {
    command
      .argument('<folder>', 'folder of a complete backup')
      .option('--replace', 'move the files that are in the data directory to a folder beside it');
  },
  readOptions: ([folder = ''], { replace = false }) => ({ folder: folderAt(folder), replace }),
  run: restore,
});
