import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoreDamage } from '../../ports/store.ts';
import { fileExists } from '../durable-files/durable-files.ts';
import { reportedDamage, writeLossReport } from './accept-loss.ts';
import { inspectOpenStore, inspectStore, type StoreInspection } from './inspect-store.ts';
import { makeReadableCopy, takeOutDamage } from './repaired-files.ts';

/** A store with checked files, which LevelDB can open. */
export interface CheckedStore {
  /** The folder that LevelDB opens: the store itself, or a copy without the damaged parts. */
  readonly directory: string;
  readonly damage: readonly StoreDamage[];
  /** False if only the indexes of the tables have been checked, not their blocks. */
  readonly everyBlock: boolean;
  /** Marks the store as open. If the next start finds the mark, it checks every block. */
  markOpen(): Promise<void>;
  /** Removes the copy if there is one, and otherwise the mark if the store is whole. */
  release(isWhole: boolean): Promise<void>;
}

const nothing: StoreInspection = { damage: [], replacements: new Map(), everyBlock: true };

/**
 * Checks the files of a store. With `damagedFiles`, moves damaged files into that folder and leaves their readable parts
 * in the store. Without it, does not change the store, but makes a copy without the damaged parts.
 */
export async function checkStore(directory: string, damagedFiles: string | undefined): Promise<CheckedStore> {
  const openMark = join(directory, 'in-use');
  const copy = `${directory}-read-only`;
  await rm(copy, { recursive: true, force: true });
  const { damage, replacements, everyBlock } = (await inspectStore(directory, await fileExists(openMark))) ?? nothing;
  const isCopied = replacements.size > 0 && damagedFiles === undefined;
  if (isCopied) await makeReadableCopy(directory, copy, replacements);
  else if (damagedFiles !== undefined && damage.length > 0) {
    // Synced before the files are changed, because afterwards only the report describes the damage.
    await writeLossReport(damagedFiles, { damage: reportedDamage(damage) });
    await takeOutDamage(directory, damagedFiles, replacements);
  }
  return {
    directory: isCopied ? copy : directory,
    damage,
    everyBlock,
    async markOpen() {
      if (!isCopied) await writeFile(openMark, '', { mode: 0o600 });
    },
    async release(isWhole) {
      if (isCopied) await rm(copy, { recursive: true, force: true });
      else if (isWhole) await rm(openMark, { force: true });
    },
  };
}

/** Checks the tables and logs of an open store until `isStopped` returns true. Resolves to the damage. */
export async function checkOpenStore(directory: string, isStopped: () => boolean): Promise<readonly StoreDamage[]> {
  const damage = await inspectOpenStore(directory, isStopped);
  if (damage.length === 0) return [];
  // LevelDB may write to a file or remove it during the check. The second check does not report that.
  const again = new Set((await inspectOpenStore(directory, isStopped)).map(({ location }) => location));
  return isStopped() ? [] : damage.filter(({ location }) => again.has(location));
}
