import { refuseUrl } from '../connection/own-directory-only.ts';
import { startProgress } from '../print/progress.ts';
import { counted, formatBytes } from '../print/units.ts';
import type { ListView } from '../print/view.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { stopIfInterrupted } from '../program/ending-errors.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { folderAt } from './local-folder.ts';

interface Checked {
  readonly files: number;
  readonly bytes: number;
}

interface Problem {
  readonly path: string;
  readonly problem: string;
}

/** The problems of a backup, for `backup verify` and `backup restore`. */
export const problemList = (found: Checked): ListView<Problem> => ({
  columns: [
    { title: 'problem', value: ({ problem }) => problem },
    { title: 'file', value: ({ path }) => path },
  ],
  id: ({ path }) => path,
  whole: (problems) => ({ files: found.files, bytes: found.bytes, problems }),
});

export const checkedText = ({ files, bytes }: Checked): string => `${counted(files, 'file')} (${formatBytes(bytes)})`;

/** What may be behind the problems of a backup. */
export const problemAdvice =
  'Commands and servers that open a backup with --data change the files of its store; otherwise, its disk is damaged. Keep the backup until you have a good one.';

async function verifyFolder(folder: string, context: Context) {
  refuseUrl(context);
  const { output, signal } = context;
  const { newVerification, verifyBackup } = await import('../../daemon/backup/verify-backup.ts');
  const found = newVerification();
  const progress = await startProgress(context, () => `Checking ${folder}: ${checkedText(found)} so far`);
  try {
    await verifyBackup(folder, { found, mayContinue: () => stopIfInterrupted(signal) });
  } finally {
    progress.stop();
  }
  const { problems } = found;
  await (await context.printer()).list(problems, problemList(found));
  output.note(
    `Checked ${checkedText(found)}: ${problems.length === 0 ? 'no problem found' : counted(problems.length, 'problem')}.`,
  );
  if (problems.length > 0) output.note(problemAdvice);
  return problems.length === 0 ? exitCodes.ok : exitCodes.error;
}

export const backupVerify = defineCommand<Record<never, never>, string>({
  endsOnSignal: true,
  examples: [
    {
      line: 'edu-repo backup verify /backup/2026-11-28',
      does: 'read all files of the backup, and list those that are missing or damaged; the exit code is 1 if any are',
    },
    { line: 'edu-repo backup verify /backup/2026-11-28 -o json', does: 'for scripts' },
  ],
  configure: (command) => command.argument('<folder>', 'folder of a complete backup'),
  readOptions: ([folder = '']) => folderAt(folder),
  run: verifyFolder,
});
