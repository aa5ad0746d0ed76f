import { open } from 'node:fs/promises';
import type { CommitNumber } from '../../base/ids.ts';
import type { StoreDamage } from '../../ports/store.ts';
import { writeCommitFile } from './commit-file.ts';
import { type Database, readLogEnds } from './database.ts';
import { beginChangeLogAnew, findMissingChanges, takeInventory } from './lost-changes.ts';

export interface LossToAccept {
  readonly database: Database;
  readonly damage: readonly StoreDamage[];
  /** From the commit file; undefined where that could not be read. */
  readonly saved: CommitNumber | undefined;
  readonly commitFile: string;
  /** The folder with the files that were damaged; the report lies beside it. */
  readonly keptFiles: string;
}

/** Writes the report that belongs to a folder of damaged files; on disk when it resolves. */
export async function writeLossReport(keptFiles: string, report: object): Promise<void> {
  const file = await open(`${keptFiles}.json`, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(report, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Writes what is missing into a report, and begins the change log anew behind it, so that the store can be changed again. */
export async function acceptLoss(loss: LossToAccept): Promise<void> {
  const { database, saved, commitFile, keptFiles } = loss;
  const { newest } = await readLogEnds(database);
  const acknowledged = Math.max(newest, saved ?? 0);
  const missingChanges = await findMissingChanges(database, saved ?? 0);
  const { counts, damagedRecords } = await takeInventory(database);
  await writeLossReport(keptFiles, {
    damage: loss.damage,
    damagedFilesIn: keptFiles,
    missingChanges,
    lastChangeInStore: newest,
    lastChangeAcknowledged: saved ?? null,
    damagedRecords,
    remainingRecords: counts,
  });
  await writeCommitFile(commitFile, await beginChangeLogAnew(database, acknowledged));
}
