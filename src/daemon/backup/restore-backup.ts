import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { syncFolder, writeDurably } from '../../adapters/durable-files/durable-files.ts';
import { systemClock } from '../../adapters/system/clock.ts';
import { DataDirectoryError } from '../../base/errors/data-directory-error.ts';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { forEachConcurrently } from '../../base/scheduling/concurrently.ts';
import { dataPaths, isInitialized, readRunFile } from '../data-directory/data-directory.ts';
import { ownDirectory } from '../data-directory/directory-ownership.ts';
import { makePrivateFolder } from '../data-directory/private-files.ts';
import { overlap, unfinishedMark } from './backup-location.ts';
import { type ManifestEntry, sha256Of } from './backup-manifest.ts';
import { filesAtATime, type VerifiedBackup, verifyBackup } from './verify-backup.ts';

export interface Restore {
  readonly folder: string;
  /** The data directory to make. */
  readonly target: string;
  /** Move away what is in the target. */
  readonly replace: boolean;
  /** Only check the backup and the target. */
  readonly dryRun: boolean;
  /** Called before each file; throws to stop. */
  readonly mayContinue: () => void;
  /** Counts what was checked. */
  readonly found: VerifiedBackup;
}

export interface Restored {
  /** Where the former files of the target are; undefined if there were none. */
  readonly movedTo: string | undefined;
}

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  });

/** Whether an earlier restore of this backup into the target was interrupted. */
const isInterrupted = async ({ folder, target }: Restore): Promise<boolean> =>
  (await readRunFile<{ backup?: string } | null>(unfinishedMark(target)))?.backup === folder;

/** What is in the target. Rejects with `DataDirectoryError` if it may not be replaced. */
async function stateOf(restore: Restore): Promise<'free' | 'interrupted' | 'used'> {
  const { folder, target, replace } = restore;
  if (await overlap(folder, target))
    throw new DataDirectoryError(`The backup ${folder} and the target ${target} overlap.`, {
      advice: 'Choose a folder outside of the backup',
    });
  if (await isInterrupted(restore)) return 'interrupted';
  if ((await namesIn(target)).length === 0) return 'free';
  if (replace) return 'used';
  throw new DataDirectoryError(`${target} is not empty. Nothing was changed.`, {
    advice: 'Choose a new folder, or add --replace, which moves the present files to a folder beside it',
  });
}

/** Moves the target away. Rejects with `LockedError` if a server or a command uses it. */
async function moveAway(target: string): Promise<string> {
  if (await isInitialized(target).catch(() => false)) await (await ownDirectory(target)).release();
  const movedTo = `${target}.replaced-${systemClock.now().toISOString().slice(0, 19).replaceAll(':', '-')}`;
  await rename(target, movedTo);
  return movedTo;
}

async function copyVerified(from: string, to: string, { path, sha256 }: ManifestEntry): Promise<void> {
  const target = join(to, path);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const file = await open(target, 'w', 0o600);
  try {
    if ((await sha256Of(join(from, path), (bytes) => file.writeFile(bytes))) !== sha256)
      throw new DataDirectoryError(`${join(from, path)} changed while it was read. ${to} is incomplete.`, {
        advice: 'Check the disk of the backup, and run the command again',
      });
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Copies all files, the marker last: without it, no program opens the directory. */
async function copyAll({ folder, target, mayContinue }: Restore, entries: readonly ManifestEntry[]): Promise<void> {
  const markerName = basename(dataPaths(target).marker);
  await makePrivateFolder(target);
  await writeDurably(unfinishedMark(target), `${JSON.stringify({ backup: folder })}\n`);
  await makePrivateFolder(dataPaths(target).content);
  const others = entries.filter(({ path }) => path !== markerName);
  await forEachConcurrently(others.values(), filesAtATime, async (entry) => {
    mayContinue();
    await copyVerified(folder, target, entry);
  });
  const folders = new Set(others.map(({ path }) => dirname(join(target, path))));
  for (const one of folders) await syncFolder(one);
  for (const entry of entries) if (entry.path === markerName) await copyVerified(folder, target, entry);
  await rm(unfinishedMark(target));
  await syncFolder(target);
}

/**
 * Makes a data directory from a backup. Reads the whole backup first, and rejects with `DataDirectoryError` before anything is changed if
 * it is damaged, or if the target is used and `replace` is not set. An interrupted call can be repeated. `found.problems` says what is
 * damaged.
 */
export async function restoreBackup(restore: Restore): Promise<Restored> {
  const { folder, target, found } = restore;
  await stateOf(restore);
  const entries = await verifyBackup(folder, restore);
  if (found.problems.length > 0)
    throw new DataDirectoryError(`The backup in ${folder} is damaged. Nothing was changed.`, {
      advice: 'Restore another one: edu-repo backup list DIRECTORY',
    });
  const state = await stateOf(restore);
  if (restore.dryRun) return { movedTo: undefined };
  if (state === 'interrupted')
    for (const name of await namesIn(target)) await rm(join(target, name), { recursive: true });
  const movedTo = state === 'used' ? await moveAway(target) : undefined;
  await copyAll(restore, entries);
  return { movedTo };
}
