import { messageOf } from '../../base/errors/errors.ts';
import type { CommitNumber, ContentHash } from '../../base/ids.ts';
import { createMutex } from '../../base/scheduling/mutex.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import { type Store, TrimmedChanges } from '../../ports/store.ts';
import { createPeriodicTask } from '../background/periodic-task.ts';
import { contentsOfNode } from '../records/content-references.ts';

/** Deletes the files of contents that no node and no version refers to, and their thumbnails and texts. */
export interface ContentGcService {
  /** Collects garbage regularly until it is stopped. */
  start(): void;
  /** Deletes unreferenced contents. Resolves to their number. */
  sweep(): Promise<number>;
  /** Runs work while no content is deleted. Waits for a sweep in progress. */
  pausedFor<T>(work: () => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

const hour = 3_600_000;

/** The minimum age of a file to delete, in milliseconds. The upload of a newer file may not be committed yet. */
const defaultGracePeriod = 24 * hour;
const firstPause = 10 * 60_000;
const pause = 24 * hour;

const contentsOf = (node: NodeRecord): ContentHash[] => [...contentsOfNode(node)].map(({ hash }) => hash);

/** Further scans would hardly be faster. The next run tries again. */
const maxScans = 3;

/** Repeats the scan if so many changes were made during it that the log lacks the first of them. */
async function* referenced(store: Store, isStopped: () => boolean): AsyncGenerator<ContentHash> {
  for (let scan = 1; ; scan += 1) {
    try {
      return yield* referencedSince(store, store.lastCommit);
    } catch (error) {
      if (!(error instanceof TrimmedChanges) || scan === maxScans || isStopped()) throw error;
    }
  }
}

/** `start` is the last commit before the scan. */
async function* referencedSince(store: Store, start: CommitNumber): AsyncGenerator<ContentHash> {
  for await (const [, node] of store.nodes.entries()) yield* contentsOf(node);
  for await (const [, { state }] of store.versions.entries()) {
    const content = state?.content ?? null;
    if (content !== null) yield content.hash;
  }
  // During the scan, a copy or a revert may reuse a content whose other references are deleted. The change log shows it.
  for await (const { keys } of store.changesSince(start)) {
    const ids = keys.filter(([kind]) => kind === 'nodes').map(([, key]) => key);
    for (const node of await store.nodes.getMany(ids)) if (node !== undefined) yield* contentsOf(node);
  }
}

/** A shorter grace period if contents must be deleted soon after they were written. An upload takes less than an hour to commit. */
const gracePeriodOf = ({ shortestRetention }: ContentGcOptions): number =>
  Math.min(defaultGracePeriod, Math.max(hour, shortestRetention ?? defaultGracePeriod));

export interface ContentGcOptions {
  /** How long the contents with the shortest retention may stay, in milliseconds. */
  readonly shortestRetention?: number;
}

export function createContentGcService(
  { store, content, log }: Pick<Seams, 'store' | 'content' | 'log'>,
  renditions: readonly { sweep(): Promise<unknown> }[],
  options: ContentGcOptions = {},
): ContentGcService {
  const gracePeriod = gracePeriodOf(options);
  const deletions = createMutex();

  const sweep = async (): Promise<number> => {
    // The lost data may refer to any content.
    if (store.damage.length > 0) return 0;
    const { removed } = await content.sweep(
      referenced(store, () => task.stopped),
      gracePeriod,
    );
    for (const rendition of renditions) await rendition.sweep();
    return removed;
  };

  const task = createPeriodicTask(() => deletions.take(sweep), {
    firstPause,
    pause,
    done: (removed) => log.info('Unreferenced contents were deleted.', { removed }),
    // If a record is damaged, the run fails before anything is deleted, because the record may refer to any content.
    failed: (error) => log.error('Unreferenced contents could not be deleted.', { reason: messageOf(error) }),
  });

  return { start: task.start, sweep: task.once, pausedFor: deletions.take, stop: task.stop };
}
