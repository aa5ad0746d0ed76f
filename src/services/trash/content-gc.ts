import { messageOf } from '../../base/errors/errors.ts';
import type { CommitNumber, ContentHash } from '../../base/ids.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import { createPeriodicTask } from '../background/periodic-task.ts';

/** Frees the space of contents that no node and no version names any more, and of their pictures and texts. */
export interface ContentGcService {
  /** Sweeps now and then until it is stopped. */
  start(): void;
  /** Resolves to the number of contents that were removed. */
  sweep(): Promise<number>;
  stop(): Promise<void>;
}

/** In milliseconds. Longer than any upload takes from its last byte to its commit. */
const grace = 24 * 3_600_000;
const firstPause = 10 * 60_000;
const pause = 24 * 3_600_000;

export function createContentGcService(
  seams: Pick<Seams, 'store' | 'content' | 'log'>,
  ...madeOfContents: readonly { sweep(): Promise<unknown> }[]
): ContentGcService {
  const { store, content, log } = seams;

  const namedBy = ({ content: own, ownPreview, givenText }: NodeRecord): ContentHash[] =>
    [own ?? undefined, ownPreview, givenText?.text].flatMap((reference) =>
      reference === undefined ? [] : [reference.hash],
    );

  /** What was copied or taken back from a version meanwhile names contents that were read nowhere, if their namer is gone. */
  async function* namedSince(begun: CommitNumber): AsyncGenerator<ContentHash> {
    for await (const { keys } of store.changesSince(begun)) {
      const nodes = keys.filter(([kind]) => kind === 'nodes').map(([, key]) => key);
      for (const node of await store.nodes.getMany(nodes)) if (node !== undefined) yield* namedBy(node);
    }
  }

  async function* named(): AsyncGenerator<ContentHash> {
    const begun = store.lastCommit;
    for await (const [, node] of store.nodes.entries()) yield* namedBy(node);
    for await (const [, { state }] of store.versions.entries()) {
      const past = state?.content ?? null;
      if (past !== null) yield past.hash;
    }
    yield* namedSince(begun);
  }

  const sweep = async (): Promise<number> => {
    // Rows that are missing may name any content.
    if (store.damage.length > 0) return 0;
    const { removed } = await content.sweep(named(), grace);
    for (const made of madeOfContents) await made.sweep();
    return removed;
  };

  const rounds = createPeriodicTask(sweep, {
    firstPause,
    pause,
    done: (removed) => log.info('Contents that nothing names any more were removed.', { removed }),
    // A damaged record could name any content: then nothing is removed.
    failed: (error) => log.error('Contents could not be swept.', { reason: messageOf(error) }),
  });

  return { start: rounds.start, sweep: rounds.once, stop: rounds.stop };
}
