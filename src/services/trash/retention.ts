import { messageOf } from '../../base/errors/errors.ts';
import type { Seams } from '../../ports/seams.ts';
import { createPeriodicTask } from '../background/periodic-task.ts';
import { deleteTrash, findTrash, readTrash, type Trashed } from '../records/trash-records.ts';
import type { Purges } from './purges.ts';

/** Purges nodes that were in the trash for the configured time. */
export interface RetentionService {
  /** Purges regularly until it is stopped. */
  start(): void;
  /** Resolves to the number of top nodes that left the trash. Their records are deleted in the background. */
  sweep(): Promise<number>;
  stop(): Promise<void>;
}

/** In milliseconds. */
const firstPause = 5 * 60_000;
const pause = 3_600_000;

/** Nodes that leave the trash in one change. */
const batchSize = 100;

/** `keptFor` is in milliseconds. Null: nodes stay in the trash until a person purges them. */
export function createRetentionService(
  seams: Pick<Seams, 'store' | 'clock' | 'log'>,
  purges: Purges,
  { keptFor }: { readonly keptFor: number | null },
): RetentionService {
  const { store, clock, log } = seams;

  /** Skips nodes that were restored since they were read, even if they were deleted again. */
  const remove = (due: readonly Trashed[]): Promise<number> =>
    store.change(async (change) => {
      let removed = 0;
      for (const listed of due) {
        const { id, at } = listed;
        const node = await change.nodes.get(id);
        // The row is an orphan: its node does not exist any more.
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
    for (let from = 0; from < due.length && !task.stopped; from += batchSize) {
      removed += await remove(due.slice(from, from + batchSize));
    }
    if (removed > 0) {
      purges.finish().catch((error: unknown) => log.error('A purge failed.', { reason: messageOf(error) }));
    }
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
