import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { statIfThere } from '../data-directory/copy-durably.ts';
import { backupAt } from '../data-directory/data-directory.ts';
import { unfinishedMark } from './backup-location.ts';
import { filesOf, manifestFile } from './backup-manifest.ts';

export interface StoredBackup {
  readonly folder: string;
  readonly name: string;
  /** Null for an unfinished backup. */
  readonly at: string | null;
  /** The last change in the backup; null for an unfinished one. */
  readonly commit: number | null;
  /** Whether it can be verified and restored. Backups of earlier versions have no checksums. */
  readonly checksums: boolean;
}

const isThere = async (path: string): Promise<boolean> => (await statIfThere(path)) !== undefined;

/** The backups in the folders of a directory, the newest first, and then the unfinished ones. */
export async function listBackups(directory: string): Promise<StoredBackup[]> {
  const backups: StoredBackup[] = [];
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const folder = join(directory, entry.name);
    const backup = await backupAt(folder);
    if (backup === undefined && !(await isThere(unfinishedMark(folder)))) continue;
    const { at = null, commit = null } = backup ?? {};
    backups.push({ folder, name: entry.name, at, commit, checksums: await isThere(manifestFile(folder)) });
  }
  return backups.sort((a, b) => (b.at ?? '').localeCompare(a.at ?? '') || a.name.localeCompare(b.name));
}

/** The total size of the files of a backup, in bytes. Files that it shares with others count too. */
export async function sizeOfBackup(folder: string): Promise<number> {
  let bytes = 0;
  for await (const path of filesOf(folder)) {
    try {
      bytes += (await stat(path)).size;
    } catch (error) {
      if (systemErrorCode(error) !== 'ENOENT') throw error;
    }
  }
  return bytes;
}
