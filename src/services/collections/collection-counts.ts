import type { NodeId } from '../../base/ids.ts';
import { yieldToEventLoop } from '../../base/scheduling/event-loop.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { Seams } from '../../ports/seams.ts';

/** How much lies in a collection that a caller may read. */
export interface CollectionCounts {
  readonly collections: number;
  readonly references: number;
}

/** In all: a few megabytes. Beyond that all are begun anew. */
const mostKept = 50_000;

/**
 * Counts as `count` does, and once only for each caller as long as nothing in the repository changes: what may be read of a
 * collection rests on every original in it.
 */
export function createCollectionCounts(
  { store }: Pick<Seams, 'store'>,
  count: (caller: Caller, collection: NodeId) => Promise<CollectionCounts>,
): (caller: Caller, collection: NodeId) => Promise<CollectionCounts> {
  let known = new WeakMap<Caller, Map<NodeId, CollectionCounts>>();
  let kept = 0;
  let state = store.lastCommit;

  const forget = (): void => {
    known = new WeakMap();
    kept = 0;
    state = store.lastCommit;
  };

  const keep = (caller: Caller, collection: NodeId, counts: CollectionCounts): void => {
    if (kept >= mostKept) forget();
    const ofCaller = known.get(caller) ?? new Map<NodeId, CollectionCounts>();
    known.set(caller, ofCaller.set(collection, counts));
    kept += 1;
  };

  return async (caller, collection) => {
    if (store.lastCommit !== state) forget();
    const found = known.get(caller)?.get(collection);
    if (found !== undefined) return found;
    const before = store.lastCommit;
    // Whatever a commit just now leaves to be done for rights is done then.
    await yieldToEventLoop();
    const counts = await count(caller, collection);
    if (store.lastCommit === before && state === before) keep(caller, collection, counts);
    return counts;
  };
}
