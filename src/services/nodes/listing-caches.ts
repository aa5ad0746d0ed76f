import { LRUCache } from 'lru-cache';
import type { NodeId } from '../../base/ids.ts';
import { isPromise, type MaybePromise } from '../../base/scheduling/maybe-promise.ts';
import type { SortOrder } from '../../domain/listing/child-order.ts';
import type { Seams } from '../../ports/seams.ts';
import { folderInKey, nameInKey } from '../records/node-changes.ts';
import { createListingCache, type ListingCache, type SortedChildren } from './listing-cache.ts';

/** The children of folders in memory, so that a page of a listing reads only the records it shows. */
export interface ListingCaches {
  /** The children of a folder, with every change that was committed before the call. */
  sorted(folder: NodeId, sortOrder: SortOrder): MaybePromise<SortedChildren>;
}

const defaultMaxBytes = 100_000_000;

/**
 * Caches recently listed folders, up to `maxBytes` in total, and follows every commit. One folder counts for at most 80% of
 * the limit: even the largest folder stays cached beside small ones, until another large one is listed.
 */
export function createListingCaches(seams: Pick<Seams, 'store'>, maxBytes: number = defaultMaxBytes): ListingCaches {
  const folders = new LRUCache<NodeId, ListingCache>({ maxSize: maxBytes });
  const maxBytesPerFolder = Math.floor(maxBytes * 0.8);

  seams.store.onCommit((kind, key) => {
    if (kind !== 'children') return;
    const id = folderInKey(key);
    if (folders.get(id)?.markChanged(nameInKey(key)) === false) folders.delete(id);
  });

  const reweigh = async (
    id: NodeId,
    listing: ListingCache,
    sorted: Promise<SortedChildren>,
  ): Promise<SortedChildren> => {
    const result = await sorted;
    if (folders.get(id) === listing) {
      // The size of an entry changes only with its value.
      folders.delete(id);
      folders.set(id, listing, { size: Math.min(listing.weight, maxBytesPerFolder) });
    }
    return result;
  };

  const open = (id: NodeId): ListingCache => {
    const listing = createListingCache(seams, id, maxBytesPerFolder);
    folders.set(id, listing, { size: 1 });
    return listing;
  };

  return {
    sorted(id, sortOrder) {
      const listing = folders.get(id) ?? open(id);
      const sorted = listing.sorted(sortOrder);
      return isPromise(sorted) ? reweigh(id, listing, sorted) : sorted;
    },
  };
}
