import { requireConfirmation } from '../print/confirmation.ts';
import { counted } from '../print/units.ts';
import type { Context } from '../program/context.ts';
import { stopIfInterrupted } from '../program/ending-errors.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import type { ExcludedFiles } from '../transfer/excluded-files.ts';
import { keyOf, type SyncTree, type TreeEntry } from './tree.ts';

/** What only the target of a sync has. */
export interface Extras {
  /** The highest entries: with each, everything below it goes. */
  readonly tops: readonly TreeEntry[];
  /** The number of files and folders, those below the highest included. */
  readonly count: number;
}

/** Whether an entry, or a folder that it is in, is excluded by its path from `/`. */
const isExcluded = ({ names, kind }: TreeEntry, excluded: ExcludedFiles): boolean =>
  names.some((_, at) => excluded(`/${names.slice(0, at + 1).join('/')}`, at < names.length - 1 ? 'folder' : kind));

/** The keys of the folders that an entry is in. */
const foldersOf = (key: string): string[] =>
  key.split('/').flatMap((_, at, names) => (at === 0 ? [] : [names.slice(0, at).join('/')]));

/**
 * Finds what only the target has. What is excluded, and special files, are on no side: a folder with one of them stays, and only
 * what else is in it goes.
 */
export async function findExtras(source: SyncTree, target: SyncTree, excluded: ExcludedFiles): Promise<Extras> {
  const wanted = new Set<string>();
  for await (const entry of source()) wanted.add(keyOf(entry));
  const extras = new Map<string, TreeEntry>();
  const kept = new Set<string>();
  for await (const entry of target()) {
    const key = keyOf(entry);
    if (entry.kind === 'special' || isExcluded(entry, excluded)) for (const folder of foldersOf(key)) kept.add(folder);
    else if (!wanted.has(key)) extras.set(key, entry);
  }
  for (const key of kept) extras.delete(key);
  const isTop = (key: string): boolean => !foldersOf(key).some((folder) => extras.has(folder));
  return { tops: [...extras].flatMap(([key, entry]) => (isTop(key) ? [entry] : [])), count: extras.size };
}

const tooMany = (count: number, maxDelete: number): Failure =>
  new Failure(exitCodes.error, {
    what: `${counted(count, 'file or folder', 'files or folders')} would be deleted, so nothing was changed.`,
    why: `--max-delete allows ${maxDelete}.`,
    next: `Look at them with --dry-run --max-delete ${count}; if that is right, run it without --dry-run`,
  });

/** Rejects with a failure if there are more extras than the limit, or the user does not confirm. */
export async function requirePermission(
  { count }: Extras,
  { maxDelete, target, again }: { readonly maxDelete: number; readonly target: string; readonly again: string },
  context: Context,
): Promise<void> {
  if (count > maxDelete) throw tooMany(count, maxDelete);
  if (count === 0) return;
  const what = counted(count, 'file or folder', 'files or folders');
  await requireConfirmation(
    {
      question: `Delete ${what} in ${target} that the source does not have?`,
      would: `Deleting ${what} in ${target} needs confirmation.`,
      again: `${again} --yes`,
    },
    context,
  );
}

/** Deletes what only the target has, and says so. */
export async function deleteExtras({ tops, count }: Extras, { globals, output, signal }: Context): Promise<void> {
  for (const entry of tops) {
    stopIfInterrupted(signal);
    if (globals.dryRun) output.note(`Would delete ${entry.shown}.`);
    else await entry.remove();
    if (!globals.dryRun) output.detail(`Deleted ${entry.shown}`);
  }
  if (count > 0 && !globals.dryRun) output.note(`Deleted ${counted(count, 'file or folder', 'files or folders')}.`);
}
