import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createCronScheduler } from '../../adapters/system/cron-scheduler.ts';
import { messageOf } from '../../base/errors/errors.ts';
import { parseCronExpression } from '../../domain/schedule/cron-expression.ts';
import { expiredItems } from '../../domain/schedule/retention.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { ScheduledTask } from '../../ports/scheduler.ts';
import type { BackupService } from '../../services/backup/backups.ts';
import type { RecordPosition } from '../../services/backup/content-uses.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { dataPaths } from '../data-directory/data-directory.ts';
import { makePrivateFolder } from '../data-directory/private-files.ts';
import { listBackups, type StoredBackup } from './list-backups.ts';

interface Parts {
  readonly backups: BackupService;
  readonly clock: Clock;
  readonly log: Log;
}

type Settings = Configuration['backup'] & { readonly directory: string };

/** The names of scheduled backups. Others in the directory are never deleted. */
const nameForm = /^auto-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

const nameAt = (at: Date): string => `auto-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

const scheduledIn = async (directory: string): Promise<StoredBackup[]> =>
  (await listBackups(directory)).filter(({ name }) => nameForm.test(name));

async function complete({ backups }: Parts, folder: string, previous: string | undefined): Promise<void> {
  let after: RecordPosition | undefined;
  do after = (await backups.copyPart({ folder, previous }, after)).next;
  while (after !== undefined);
}

/** Without the marker, what a killed process leaves of it is not taken for a backup. */
async function remove(folder: string): Promise<void> {
  await rm(dataPaths(folder).marker);
  await rm(folder, { recursive: true });
}

/** Makes a backup, or continues an unfinished one, and deletes the expired ones. Resolves to its folder. */
async function backUpNow(parts: Parts, { directory, keepDaily, keepWeekly }: Settings): Promise<string> {
  await makePrivateFolder(directory);
  const present = await scheduledIn(directory);
  const unfinished = present.find(({ at }) => at === null);
  const folder = unfinished?.folder ?? join(directory, nameAt(parts.clock.now()));
  await complete(parts, folder, present.find(({ at }) => at !== null)?.folder);
  const dated = (await scheduledIn(directory)).flatMap(({ folder, at }) =>
    at === null ? [] : [{ folder, at: new Date(at) }],
  );
  for (const expired of expiredItems(dated, { daily: keepDaily, weekly: keepWeekly })) {
    await remove(expired.folder);
    parts.log.info('An old backup was deleted.', { folder: expired.folder });
  }
  return folder;
}

/** Makes backups at the configured times; undefined if there are none. */
export function scheduleBackups(parts: Parts, settings: Configuration['backup']): ScheduledTask<string> | undefined {
  const { schedule, directory } = settings;
  if (schedule === null || directory === null) return undefined;
  return createCronScheduler().schedule(() => backUpNow(parts, { ...settings, directory }), {
    when: parseCronExpression(schedule),
    failed: (error) => parts.log.error('The scheduled backup failed.', { directory, reason: messageOf(error) }),
  });
}
