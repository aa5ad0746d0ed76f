import { access, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode } from '../../base/errors/errors.ts';
import type { StoreDamage } from '../../ports/store.ts';
import { writeLossReport } from './accept-loss.ts';
import { inspectStore, inspectTables, type StoreInspection } from './inspect-store.ts';
import { makeReadableCopy, takeOutDamage } from './repaired-files.ts';

/** A store whose files were checked, so that LevelDB can open them. */
export interface CheckedStore {
  /** What LevelDB is to open: the store itself, or a copy without what is damaged. */
  readonly directory: string;
  readonly damage: readonly StoreDamage[];
  /** False: the blocks of the tables are still to be checked. */
  readonly everyBlock: boolean;
  /** Notes that LevelDB has the store open: where that note is found at the next start, every block is checked. */
  markOpen(): Promise<void>;
  /** Removes the copy; removes the note where the store was closed in order and is whole. */
  release(isWhole: boolean): Promise<void>;
}

const nothing: StoreInspection = { damage: [], replacements: new Map(), everyBlock: true };

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/**
 * Checks the files of a store. Where some are damaged, they are left as they are, and a copy without them is made that can be
 * read; with `keepDamaged` they are moved into that folder, and the store goes on without them.
 */
export async function checkStore(directory: string, keepDamaged: string | undefined): Promise<CheckedStore> {
  const note = join(directory, 'in-use');
  const copy = `${directory}-read-only`;
  await rm(copy, { recursive: true, force: true });
  const { damage, replacements, everyBlock } = (await inspectStore(directory, await exists(note))) ?? nothing;
  const isCopied = replacements.size > 0 && keepDamaged === undefined;
  if (isCopied) await makeReadableCopy(directory, copy, replacements);
  else if (keepDamaged !== undefined && damage.length > 0) {
    // On disk before the files are changed: after that nothing else tells of them.
    await writeLossReport(keepDamaged, { damage });
    await takeOutDamage(directory, keepDamaged, replacements);
  }
  return {
    directory: isCopied ? copy : directory,
    damage,
    everyBlock,
    async markOpen() {
      if (!isCopied) await writeFile(note, '', { mode: 0o600 });
    },
    async release(isWhole) {
      if (isCopied) await rm(copy, { recursive: true, force: true });
      else if (isWhole) await rm(note, { force: true });
    },
  };
}

/** Checks every block of an open store's tables, until it is stopped; resolves to what is damaged. */
export async function checkEveryBlock(directory: string, isStopped: () => boolean): Promise<readonly StoreDamage[]> {
  const found = await inspectTables(directory, isStopped);
  if (found.length === 0) return [];
  // A table that LevelDB removed meanwhile is not found missing again.
  const again = new Set((await inspectTables(directory, isStopped)).map(({ place }) => place));
  return isStopped() ? [] : found.filter(({ place }) => again.has(place));
}
