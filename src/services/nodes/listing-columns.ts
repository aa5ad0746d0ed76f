import { createLruCache } from '../../base/caching/lru-cache.ts';
import type { NodeId } from '../../base/ids.ts';
import type { SortOrder } from '../../domain/listing/child-order.ts';
import type { Seams } from '../../ports/seams.ts';
import { folderInKey, nameInKey } from '../records/node-changes.ts';
import { createListingCache, type ListingCache, type SortedChildren } from './listing-cache.ts';

/** What lies in folders, in memory, so that a page of a list needs no other records than its own. */
export interface ListingColumns {
  /** The children of a folder, with every change that was answered before the call. */
  arranged(folder: NodeId, arrangement: SortOrder): SortedChildren | Promise<SortedChildren>;
}

const mostBytes = 100_000_000;

/**
 * Keeps the folders that were asked for lately, up to `most` bytes together. Their children change with every commit,
 * whoever makes it. A folder never counts for more than most of that, so that one of any size is kept beside small ones,
 * until another large one is asked for.
 */
export function createListingColumns(seams: Pick<Seams, 'store'>, most: number = mostBytes): ListingColumns {
  const folders = createLruCache<ListingCache>(most);
  const mostOfOne = most * 0.8;

  seams.store.onCommit((kind, key) => {
    if (kind !== 'children') return;
    const id = folderInKey(key);
    if (folders.get(id)?.changed(nameInKey(key)) === false) folders.drop(id);
  });

  const weigh = async (id: NodeId, rows: ListingCache, arranged: Promise<SortedChildren>): Promise<SortedChildren> => {
    const result = await arranged;
    if (folders.get(id) === rows) folders.set(id, rows, Math.min(rows.weight, mostOfOne));
    return result;
  };

  const opened = (id: NodeId): ListingCache => {
    const rows = createListingCache(seams, id, mostOfOne);
    folders.set(id, rows);
    return rows;
  };

  return {
    arranged(id, arrangement) {
      const rows = folders.get(id) ?? opened(id);
      const arranged = rows.arranged(arrangement);
      return arranged instanceof Promise ? weigh(id, rows, arranged) : arranged;
    },
  };
}
