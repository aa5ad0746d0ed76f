import { open } from 'node:fs/promises';
import type { CommitNumber } from '../../base/ids.ts';
import type { StoreDamage } from '../../ports/store.ts';
import { writeCommitFile } from './commit-file.ts';
import { type Database, readLogEnds } from './database.ts';
import { findMissingChanges, restartChangeLog, takeInventory } from './lost-changes.ts';

export interface LossToAccept {
  readonly database: Database;
  readonly damage: readonly StoreDamage[];
  /** From the commit file; undefined if it could not be read. */
  readonly saved: CommitNumber | undefined;
  readonly commitFile: string;
  /** The folder with the damaged files. The report gets the same path with `.json` appended. */
  readonly damagedFiles: string;
}

/** Damage in the form of the report, whose keys never change. */
export const reportedDamage = (damage: readonly StoreDamage[]): readonly object[] =>
  damage.map(({ location, message }) => ({ place: location, message }));

/** Writes the report about a folder of damaged files. It is on disk when the promise resolves. */
export async function writeLossReport(damagedFiles: string, report: object): Promise<void> {
  const file = await open(`${damagedFiles}.json`, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(report, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Writes a report of what is missing and restarts the change log, so that the store is writable again. */
export async function acceptLoss(loss: LossToAccept): Promise<void> {
  const { database, saved, commitFile, damagedFiles } = loss;
  const { newest } = await readLogEnds(database);
  const acknowledged = Math.max(newest, saved ?? 0);
  const missingChanges = await findMissingChanges(database, saved ?? 0);
  const { counts, damagedRecords } = await takeInventory(database);
  await writeLossReport(damagedFiles, {
    damage: reportedDamage(loss.damage),
    damagedFilesIn: damagedFiles,
    missingChanges,
    lastChangeInStore: newest,
    lastChangeAcknowledged: saved ?? null,
    damagedRecords,
    remainingRecords: counts,
  });
  await writeCommitFile(commitFile, await restartChangeLog(database, acknowledged));
}
