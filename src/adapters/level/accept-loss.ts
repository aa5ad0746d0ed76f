import type { CommitNumber } from '../../base/ids.ts';
import type { StoreDamage } from '../../ports/store.ts';
import { fileExists, writeSynced } from '../durable-files/durable-files.ts';
import { logBounds } from '../records/keys.ts';
import { findMissingChanges, restartChangeLog } from '../records/missing-changes.ts';
import { writeCommitFile } from './commit-file.ts';
import { type Database, readKeys, readLogEnds, writeSynced as writeRows } from './database.ts';
import { takeInventory } from './lost-changes.ts';

interface LossToAccept {
  readonly database: Database;
  readonly damage: readonly StoreDamage[];
  /** The number in the commit file; undefined if the file contains no number. */
  readonly saved: CommitNumber | undefined;
  readonly commitFile: string;
  /** The folder with the damaged files. The report gets the same path with `.json` appended. */
  readonly damagedFiles: string;
}

/** The damage as written to the report. The keys of the report never change. */
export const reportedDamage = (damage: readonly StoreDamage[]): readonly object[] =>
  damage.map(({ location, message }) => ({ place: location, message }));

/** Writes the report to the path `damagedFiles` with `.json` appended. It is on disk when the promise resolves. */
export const writeLossReport = (damagedFiles: string, report: object): Promise<void> =>
  writeSynced(`${damagedFiles}.json`, `${JSON.stringify(report, null, 2)}\n`);

/** Writes a report about the missing data and restarts the change log, so that the store is writable again. */
export async function acceptLoss(loss: LossToAccept): Promise<void> {
  const { database, saved, commitFile, damagedFiles } = loss;
  const { newest } = await readLogEnds(database);
  const acknowledged = Math.max(newest, saved ?? 0);
  const missingChanges = await findMissingChanges(readKeys(database, logBounds()), saved ?? 0);
  const { counts, damagedRecords } = await takeInventory(database);
  await writeLossReport(damagedFiles, {
    damage: reportedDamage(loss.damage),
    // If the loss is only in the log of changes, no file was moved.
    damagedFilesIn: (await fileExists(damagedFiles)) ? damagedFiles : null,
    missingChanges,
    lastChangeInStore: newest,
    lastChangeAcknowledged: saved ?? null,
    damagedRecords,
    remainingRecords: counts,
  });
  const logKeys = readKeys(database, logBounds());
  const first = await restartChangeLog(logKeys, (writes) => writeRows(database, writes), acknowledged);
  await writeCommitFile(commitFile, first);
}
