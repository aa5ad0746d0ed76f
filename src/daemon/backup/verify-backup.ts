import { stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { DataDirectoryError } from '../../base/errors/data-directory-error.ts';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { forEachConcurrently } from '../../base/scheduling/concurrently.ts';
import { statIfThere } from '../data-directory/copy-durably.ts';
import { dataPaths } from '../data-directory/data-directory.ts';
import { unfinishedMark } from './backup-location.ts';
import { filesOf, type ManifestEntry, manifestFile, readManifest, sha256Of } from './backup-manifest.ts';

interface BackupProblem {
  /** Relative to the backup. */
  readonly path: string;
  /** `unlisted`: the backup had no such file when it was made. */
  readonly problem: 'missing' | 'damaged' | 'unreadable' | 'unlisted';
}

export interface VerifiedBackup {
  files: number;
  bytes: number;
  readonly problems: BackupProblem[];
}

/** The number of files that are read at a time. */
export const filesAtATime = 4;

/** The files of a complete backup. Rejects with `DataDirectoryError` if it is none, or was made without checksums. */
async function requireManifest(folder: string): Promise<readonly ManifestEntry[]> {
  const other = 'Choose another backup: edu-repo backup list DIRECTORY';
  if ((await statIfThere(unfinishedMark(folder))) !== undefined)
    throw new DataDirectoryError(`${folder} is an unfinished backup.`, { advice: other });
  const entries = await readManifest(folder);
  if (entries === 'damaged')
    throw new DataDirectoryError(
      `The backup in ${folder} is damaged: ${manifestFile(folder)} is not as it was written.`,
      {
        advice: other,
      },
    );
  if (entries !== undefined) return entries;
  const isDirectory = (await statIfThere(dataPaths(folder).marker)) !== undefined;
  throw new DataDirectoryError(
    isDirectory ? `${folder} has no checksums (${manifestFile(folder)}).` : `There is no backup in ${folder}.`,
    {
      advice: isDirectory
        ? `Earlier versions made backups without them. Check it with edu-repo verify --data ${folder}; to restore it, copy the folder`
        : other,
    },
  );
}

/** Whether an error comes from the disk, so that other files may be readable. */
const isOfDisk = (error: unknown): boolean =>
  ['EIO', 'EACCES', 'EPERM', 'EISDIR'].includes(systemErrorCode(error) ?? '');

async function problemOf(folder: string, { path, sha256 }: ManifestEntry, found: VerifiedBackup) {
  const file = join(folder, path);
  try {
    const { size } = await stat(file);
    const isRight = (await sha256Of(file)) === sha256;
    found.files += 1;
    found.bytes += size;
    return isRight ? undefined : 'damaged';
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT' || systemErrorCode(error) === 'ENOTDIR') return 'missing';
    if (isOfDisk(error)) return 'unreadable';
    throw error;
  }
}

/**
 * Reads all files of a backup and compares their checksums. Adds up in `found` what was read. Rejects as `requireManifest` does, and
 * with what `mayContinue` throws, which is called before each file. Changes nothing.
 */
export async function verifyBackup(
  folder: string,
  { mayContinue, found }: { readonly mayContinue: () => void; readonly found: VerifiedBackup },
): Promise<readonly ManifestEntry[]> {
  const entries = await requireManifest(folder);
  await forEachConcurrently(entries.values(), filesAtATime, async (entry) => {
    mayContinue();
    const problem = await problemOf(folder, entry, found);
    if (problem !== undefined) found.problems.push({ path: entry.path, problem });
  });
  const listed = new Set(entries.map(({ path }) => path));
  for await (const file of filesOf(folder)) {
    const path = relative(folder, file).replaceAll(sep, '/');
    if (!listed.has(path)) found.problems.push({ path, problem: 'unlisted' });
  }
  return entries;
}

export const newVerification = (): VerifiedBackup => ({ files: 0, bytes: 0, problems: [] });
