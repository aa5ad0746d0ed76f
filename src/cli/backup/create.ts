import type { Client } from '../../client/client.ts';
import type { Connection } from '../connection/connect.ts';
import { startProgress } from '../print/progress.ts';
import { counted, formatBytes } from '../print/units.ts';
import type { RecordView } from '../print/view.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { stopIfInterrupted } from '../program/ending-errors.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { usageFailure } from '../program/failure.ts';
import { folderAt } from './local-folder.ts';

interface CreateFlags {
  readonly previous?: string;
}

/** Absolute paths. */
interface CreateOptions {
  readonly folder: string;
  readonly previous: string | undefined;
}

/** The progress and the result of a backup. */
interface Backup {
  readonly folder: string;
  copied: number;
  linked: number;
  bytes: number;
  /** The last change in the backup; null until it is complete. */
  commit: number | null;
  /** What is missing or damaged in the repository; null until the backup is complete. */
  problems: number | null;
  /** How much of it the backup lacks as well. */
  lost: number | null;
}

const copiedText = ({ copied, bytes }: Backup): string => `${counted(copied, 'file')} (${formatBytes(bytes)})`;

const backupView = ({ previous }: CreateOptions): RecordView<Backup> => ({
  id: ({ folder }) => folder,
  fields: (backup) => [
    ['backup', backup.folder],
    ['copied', copiedText(backup)],
    ...(previous === undefined
      ? []
      : [['shared', `${counted(backup.linked, 'file')} with the previous backup`] as const]),
    ['last change', String(backup.commit)],
    ['problems', backup.problems === 0 ? 'none' : String(backup.problems)],
  ],
});

/** What the user should know about a complete backup. */
function* notesOn({ copied, linked, problems, lost }: Backup, { previous }: CreateOptions): Generator<string> {
  if (previous !== undefined && linked === 0 && copied > 0)
    yield 'This run shared no file with the previous backup. Files can be shared only on one disk.';
  if (problems === null || problems === 0) return;
  const has = lost === 0 ? 'The backup has them from the previous one.' : `The backup lacks ${lost} of them.`;
  yield `${counted(problems, 'file or record is', 'files and records are')} missing or damaged in the repository: edu-repo verify lists them. ${has}`;
}

function requireLocal({ dataDirectory, where }: Connection): void {
  if (dataDirectory !== undefined) return;
  throw usageFailure(
    'A backup can only be made on the server.',
    `It is written to the disk of the server, and ${where} is a remote repository.`,
    'Run edu-repo backup create there, as the owner of the data directory',
  );
}

async function addParts(client: Client, { folder, previous }: CreateOptions, backup: Backup, signal: AbortSignal) {
  const location = { folder, ...(previous === undefined ? {} : { previous }) };
  let after: string | null | undefined;
  do {
    stopIfInterrupted(signal);
    const part = await client.backUpRepository({ body: { ...location, ...(after == null ? {} : { after }) } });
    backup.copied += part.copied;
    backup.linked += part.linked;
    backup.bytes += part.bytes;
    backup.commit = part.commit;
    backup.problems = part.problems;
    backup.lost = part.lost;
    after = part.next;
  } while (after !== null);
}

async function createBackup(options: CreateOptions, context: Context) {
  const { globals, output, signal } = context;
  const { folder } = options;
  const connection = await context.connect();
  requireLocal(connection);
  if (globals.dryRun) {
    output.note(`Would make a backup in ${folder}.`);
    return exitCodes.ok;
  }
  const backup: Backup = { folder, copied: 0, linked: 0, bytes: 0, commit: null, problems: null, lost: null };
  const progress = await startProgress(
    context,
    () => `Making a backup in ${folder}: ${copiedText(backup)} copied so far${signal.aborted ? ', stopping soon' : ''}`,
  );
  try {
    await addParts(connection.client, options, backup, signal);
  } catch (error) {
    if (signal.aborted)
      output.note(`The backup in ${folder} is unfinished. To continue it, run the same command again.`);
    throw error;
  } finally {
    progress.stop();
  }
  await (await context.printer()).record(backup, backupView(options));
  for (const note of notesOn(backup, options)) output.note(note);
  return backup.problems === 0 ? exitCodes.ok : exitCodes.partlyDone;
}

export const backupCreate = defineCommand<CreateFlags, CreateOptions>({
  endsOnSignal: true,
  // The part that copies the metadata has no limit.
  defaultTimeout: 0,
  examples: [
    { line: 'edu-repo backup create /backup/2026-11-27', does: 'make a complete backup; people can go on working' },
    {
      line: 'edu-repo backup create /backup/2026-11-28 --previous /backup/2026-11-27',
      does: 'copy only new files, and share the others with the previous backup',
    },
    { line: 'edu-repo backup verify /backup/2026-11-28', does: 'read the backup and compare its checksums' },
  ],
  configure: (command) => {
    command
      .argument('<folder>', 'new folder for the backup; a folder with an unfinished backup is continued')
      .option('--previous <folder>', 'complete backup on the same disk, to share unchanged files with (hard links)');
  },
  readOptions: ([folder = ''], { previous }) => ({
    folder: folderAt(folder),
    previous: previous === undefined ? undefined : folderAt(previous),
  }),
  run: createBackup,
});
