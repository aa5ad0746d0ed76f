import { messageOf } from '../../base/errors/errors.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Store } from '../../ports/store.ts';
import { createPeriodicTask } from '../background/periodic-task.ts';
import { deleteTrash, readListing, readTrash, type Trashed } from '../records/trash-records.ts';
import type { Purges } from './purges.ts';

/** Purges nodes that have been in the trash for the configured time. */
export interface RetentionService {
  /** Purges regularly until it is stopped. */
  start(): void;
  /** Resolves to the number of top nodes that left the trash. Their records are deleted in the background. */
  sweep(): Promise<number>;
  stop(): Promise<void>;
}

/** The time from the start of the server to the first purge, in milliseconds. */
const firstPause = 5 * 60_000;
const pause = 3_600_000;

/** The number of nodes that leave the trash in one change. */
const batchSize = 100;

export interface TrashOptions {
  /** How long deleted nodes stay in the trash, in milliseconds. Null: until a person purges them. */
  readonly keptFor: number | null;
}

type RetentionSeams = Pick<Seams, 'store' | 'clock' | 'log'>;

/** Skips nodes that were restored since they were read, even if they were deleted again. */
const expire = ({ store, clock }: RetentionSeams, due: readonly Trashed[]): Promise<number> =>
  store.change(async (change) => {
    let removed = 0;
    for (const entry of due) {
      // The node of this entry no longer exists.
      if (!(await change.nodes.has(entry.id))) deleteTrash(change, entry);
      const trashed = (await readListing(change, entry.id))?.trashed;
      if (trashed?.at !== entry.at) continue;
      deleteTrash(change, trashed);
      change.purges.put(entry.id, { at: clock.now().toISOString() });
      removed += 1;
    }
    return removed;
  });

async function deletedUntil(store: Store, latest: string): Promise<Trashed[]> {
  const due: Trashed[] = [];
  for await (const trashed of readTrash(store.trash)) if (trashed.at <= latest) due.push(trashed);
  return due;
}

export function createRetentionService(
  seams: RetentionSeams,
  purges: Purges,
  { keptFor }: TrashOptions,
): RetentionService {
  const { store, clock, log } = seams;

  const sweep = async (): Promise<number> => {
    if (keptFor === null) return 0;
    const due = await deletedUntil(store, new Date(clock.now().getTime() - keptFor).toISOString());
    let removed = 0;
    for (let from = 0; from < due.length && !task.stopped; from += batchSize) {
      removed += await expire(seams, due.slice(from, from + batchSize));
    }
    if (removed > 0) purges.finishInBackground();
    return removed;
  };

  const task = createPeriodicTask(sweep, {
    firstPause,
    pause,
    done: (removed) => {
      if (removed > 0) log.info('Expired nodes in the trash were purged.', { removed });
    },
    failed: (error) => log.error('Expired nodes in the trash could not be purged.', { reason: messageOf(error) }),
  });

  return { start: task.start, sweep: task.once, stop: task.stop };
}
