import { messageOf } from '../../base/errors/errors.ts';
import type { CommitNumber, ContentHash } from '../../base/ids.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import { createPeriodicTask } from '../background/periodic-task.ts';

/** Deletes the files of contents that no node and no version refers to, and their thumbnails and texts. */
export interface ContentGcService {
  /** Collects garbage regularly until it is stopped. */
  start(): void;
  /** Resolves to the number of deleted contents. */
  sweep(): Promise<number>;
  stop(): Promise<void>;
}

/** In milliseconds. An upload must not take longer from its last byte to its commit. */
const gracePeriod = 24 * 3_600_000;
const firstPause = 10 * 60_000;
const pause = 24 * 3_600_000;

export function createContentGcService(
  seams: Pick<Seams, 'store' | 'content' | 'log'>,
  ...renditions: readonly { sweep(): Promise<unknown> }[]
): ContentGcService {
  const { store, content, log } = seams;

  const referencedBy = ({ content: own, ownPreview, givenText }: NodeRecord): ContentHash[] =>
    [own ?? undefined, ownPreview, givenText?.text].flatMap((reference) =>
      reference === undefined ? [] : [reference.hash],
    );

  /** Content of copies and reverted versions whose source was deleted during the scan: the scan itself misses it. */
  async function* referencedSince(start: CommitNumber): AsyncGenerator<ContentHash> {
    for await (const { keys } of store.changesSince(start)) {
      const nodes = keys.filter(([kind]) => kind === 'nodes').map(([, key]) => key);
      for (const node of await store.nodes.getMany(nodes)) if (node !== undefined) yield* referencedBy(node);
    }
  }

  async function* referenced(): AsyncGenerator<ContentHash> {
    const start = store.lastCommit;
    for await (const [, node] of store.nodes.entries()) yield* referencedBy(node);
    for await (const [, { state }] of store.versions.entries()) {
      const content = state?.content ?? null;
      if (content !== null) yield content.hash;
    }
    yield* referencedSince(start);
  }

  const sweep = async (): Promise<number> => {
    // A row that was lost may refer to any content.
    if (store.damage.length > 0) return 0;
    const { removed } = await content.sweep(referenced(), gracePeriod);
    for (const rendition of renditions) await rendition.sweep();
    return removed;
  };

  const task = createPeriodicTask(sweep, {
    firstPause,
    pause,
    done: (removed) => log.info('Unreferenced contents were deleted.', { removed }),
    // A damaged record may refer to any content, so nothing is deleted then.
    failed: (error) => log.error('The garbage collection of contents failed.', { reason: messageOf(error) }),
  });

  return { start: task.start, sweep: task.once, stop: task.stop };
}
