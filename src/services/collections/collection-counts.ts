import type { NodeId } from '../../base/ids.ts';
import { yieldToEventLoop } from '../../base/scheduling/event-loop.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { Seams } from '../../ports/seams.ts';

/** The numbers of items in a collection that a caller may read, and of references to nodes that are not shared with them. */
export interface CollectionCounts {
  readonly collections: number;
  readonly references: number;
  readonly hiddenReferences: number;
}

/** Maximum number of cached counts, a few megabytes. When it is reached, all are discarded. */
const maxCached = 50_000;

/**
 * Caches the result of `count` by caller until the next commit. Any commit may change it, since what a caller may read of a
 * collection depends on every original in it.
 */
export function createCollectionCounts(
  { store }: Pick<Seams, 'store'>,
  count: (caller: Caller, collection: NodeId) => Promise<CollectionCounts>,
): (caller: Caller, collection: NodeId) => Promise<CollectionCounts> {
  let cached = new WeakMap<Caller, Map<NodeId, CollectionCounts>>();
  let size = 0;
  let commit = store.lastCommit;

  const clear = (): void => {
    cached = new WeakMap();
    size = 0;
    commit = store.lastCommit;
  };

  const put = (caller: Caller, collection: NodeId, counts: CollectionCounts): void => {
    if (size >= maxCached) clear();
    const ofCaller = cached.get(caller) ?? new Map<NodeId, CollectionCounts>();
    cached.set(caller, ofCaller.set(collection, counts));
    size += 1;
  };

  return async (caller, collection) => {
    if (store.lastCommit !== commit) clear();
    const known = cached.get(caller)?.get(collection);
    if (known !== undefined) return known;
    const before = store.lastCommit;
    // Tasks after a commit update the rights. They run first.
    await yieldToEventLoop();
    const counts = await count(caller, collection);
    if (store.lastCommit === before && commit === before) put(caller, collection, counts);
    return counts;
  };
}
