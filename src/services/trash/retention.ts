import { messageOf } from '../../base/errors/errors.ts';
import type { Seams } from '../../ports/seams.ts';
import { createPeriodicTask } from '../background/periodic-task.ts';
import { deleteTrash, findTrash, readTrash, type Trashed } from '../records/trash-records.ts';
import type { Purges } from './purges.ts';

/** Removes for good what was in the trash for as long as the configuration keeps it. */
export interface RetentionService {
  /** Does so now and then until it is stopped. */
  start(): void;
  /** Resolves to the number of top nodes that left the trash; their records go behind this. */
  sweep(): Promise<number>;
  stop(): Promise<void>;
}

/** In milliseconds. */
const firstPause = 5 * 60_000;
const pause = 3_600_000;

/** Taken out of the trash in one change. */
const batch = 100;

/** `keptFor`: in milliseconds; null keeps everything until somebody removes it. */
export function createRetentionService(
  seams: Pick<Seams, 'store' | 'clock' | 'log'>,
  purges: Purges,
  { keptFor }: { readonly keptFor: number | null },
): RetentionService {
  const { store, clock, log } = seams;

  /** What was restored meanwhile stays, also where it was deleted again since. */
  const remove = (due: readonly Trashed[]): Promise<number> =>
    store.change(async (change) => {
      let removed = 0;
      for (const listed of due) {
        const { id, at } = listed;
        const node = await change.nodes.get(id);
        // A row of what is gone leads nowhere.
        if (node === undefined) deleteTrash(change, listed);
        const trashed = node === undefined ? undefined : await findTrash(change.trash, node);
        if (trashed === undefined || trashed.at !== at) continue;
        deleteTrash(change, trashed);
        change.purges.put(id, { at: clock.now().toISOString() });
        removed += 1;
      }
      return removed;
    });

  const dueBy = async (latest: string): Promise<Trashed[]> => {
    const due: Trashed[] = [];
    for await (const trashed of readTrash(store.trash)) if (trashed.at <= latest) due.push(trashed);
    return due;
  };

  const sweep = async (): Promise<number> => {
    if (keptFor === null) return 0;
    const due = await dueBy(new Date(clock.now().getTime() - keptFor).toISOString());
    let removed = 0;
    for (let from = 0; from < due.length && !rounds.stopped; from += batch) {
      removed += await remove(due.slice(from, from + batch));
    }
    if (removed > 0) {
      purges.finish().catch((error: unknown) => log.error('Removing for good failed.', { reason: messageOf(error) }));
    }
    return removed;
  };

  const rounds = createPeriodicTask(sweep, {
    firstPause,
    pause,
    done: (removed) => {
      if (removed > 0) log.info('What was in the trash for its time was removed.', { removed });
    },
    failed: (error) => log.error('Old things in the trash could not be removed.', { reason: messageOf(error) }),
  });

  return { start: rounds.start, sweep: rounds.once, stop: rounds.stop };
}
