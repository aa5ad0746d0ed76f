import { refuseUrl } from '../connection/own-directory-only.ts';
import { formatBytes, formatDuration } from '../print/units.ts';
import type { ListView } from '../print/view.ts';
import { wallClock } from '../print/wall-clock.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { folderAt } from './local-folder.ts';

interface Row {
  readonly folder: string;
  readonly name: string;
  /** Null for an unfinished backup. */
  readonly at: string | null;
  readonly commit: number | null;
  readonly checksums: boolean;
  readonly bytes: number;
}

const day = 86_400_000;

function ageOf({ at }: Row): string {
  if (at === null) return 'unfinished';
  const age = Math.max(0, wallClock() - Date.parse(at));
  if (age < 3_600_000) return formatDuration(age);
  return age < 2 * day ? `${Math.floor(age / 3_600_000)} h` : `${Math.floor(age / day)} days`;
}

const backupList: ListView<Row> = {
  columns: [
    { title: 'backup', value: ({ name }) => name },
    { title: 'age', value: ageOf },
    { title: 'last change', value: ({ commit }) => String(commit ?? '') },
    { title: 'size', value: ({ bytes }) => formatBytes(bytes) },
    { title: 'checksums', value: ({ at, checksums }) => (at === null ? '' : checksums ? 'yes' : 'none') },
  ],
  plainColumns: [
    { title: 'folder', value: ({ folder }) => folder },
    { title: 'at', value: ({ at }) => at ?? '' },
    { title: 'commit', value: ({ commit }) => String(commit ?? '') },
    { title: 'bytes', value: ({ bytes }) => String(bytes) },
    { title: 'checksums', value: ({ checksums }) => String(checksums) },
  ],
  id: ({ folder }) => folder,
  whole: (backups) => ({ backups }),
};

async function* withSizes(directory: string): AsyncGenerator<Row> {
  const { listBackups, sizeOfBackup } = await import('../../daemon/backup/list-backups.ts');
  for (const backup of await listBackups(directory)) yield { ...backup, bytes: await sizeOfBackup(backup.folder) };
}

async function listIn(directory: string, context: Context) {
  refuseUrl(context);
  const count = await (await context.printer()).list(withSizes(directory), backupList);
  if (count === 0) context.output.note(`There is no backup in the folders of ${directory}.`);
  return exitCodes.ok;
}

export const backupListCommand = defineCommand<Record<never, never>, string>({
  examples: [
    { line: 'edu-repo backup list /backup', does: 'list the backups in the folders of /backup, the newest first' },
    { line: 'edu-repo backup list /backup -o id', does: 'print only their paths' },
  ],
  configure: (command) => command.argument('<directory>', 'directory with a folder for each backup'),
  readOptions: ([directory = '']) => folderAt(directory),
  run: listIn,
});
