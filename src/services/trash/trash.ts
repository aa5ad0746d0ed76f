import type { NodeId } from '../../base/ids.ts';
import { type Page, type PageRequest, pageOf } from '../../base/paging.ts';
import { withPauses } from '../../base/scheduling/batches.ts';
import { sortCooperatively } from '../../base/scheduling/cooperative-sort.ts';
import type { Timestamp } from '../../base/timestamp.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import { nameMatch } from '../../domain/text/name-pattern.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Change, Store } from '../../ports/store.ts';
import { createDeletionRights } from '../access/deletion-rights.ts';
import type { FolderPaths } from '../access/folder-paths.ts';
import type { RightsService } from '../access/rights.ts';
import { compareNames } from '../records/name-order.ts';
import {
  deleteTrash,
  notInTrash,
  readListing,
  readTrash,
  type Trashed,
  type TrashListing,
} from '../records/trash-records.ts';
import type { Purges } from './purges.ts';

/** A sort key of the trash. */
export type TrashOrder = 'name' | 'deletedAt' | 'deletedBy';

export interface TrashQuery {
  /** A pattern for `nameMatch`. */
  readonly pattern: string;
  /** Nodes that this person deleted or owns. Undefined: the caller's, or all for an administrator. */
  readonly person: string | undefined;
  /** The first key has priority. Nodes that are equal in all keys are listed newest first. */
  readonly order: readonly { readonly by: TrashOrder; readonly ascending: boolean }[];
}

/** The trash: deleted subtrees that can be restored. Only the top nodes of the subtrees are listed. */
export interface TrashService {
  /** Finds and counts nodes that the caller deleted or owns; an administrator finds all. */
  search(caller: Caller, query: TrashQuery, page: PageRequest): Promise<Page<NodeId>>;
  /** The path of the folder that a node was deleted from, as `FolderPaths` returns it. */
  cameFrom(caller: Caller, node: NodeRecord): Promise<string | undefined>;
  /**
   * Nodes that the caller may restore or purge, in the order of the IDs, without duplicates. Rejects with `NotFound` for a
   * node that is not in the trash, or that the caller neither deleted nor owns. Administrators may manage all nodes.
   */
  find(caller: Caller, ids: readonly NodeId[]): Promise<readonly TrashListing[]>;
  /** Purges all of them or none. The caller must be allowed to delete each node and everything below it. */
  purge(caller: Caller, ids: readonly NodeId[]): Promise<void>;
}

const mayManage = ({ sessionScope, isAdmin, userName }: Caller, { area, deleter, owner }: Trashed): boolean =>
  area === sessionScope && (isAdmin || userName === deleter || userName === owner);

const comparisons: Readonly<Record<TrashOrder, (a: Trashed, b: Trashed) => number>> = {
  name: (a, b) => compareNames(a.name, b.name),
  deletedAt: (a, b) => (a.at === b.at ? 0 : a.at < b.at ? -1 : 1),
  deletedBy: (a, b) => compareNames(a.by, b.by),
};

function inOrder(order: TrashQuery['order']): (a: Trashed, b: Trashed) => number {
  return (a, b) => {
    for (const { by, ascending } of order) {
      const compared = comparisons[by](a, b);
      if (compared !== 0) return ascending ? compared : -compared;
    }
    return comparisons.deletedAt(b, a) || (a.id < b.id ? -1 : 1);
  };
}

interface TrashParts {
  readonly rights: RightsService;
  readonly purges: Purges;
  readonly paths: FolderPaths;
}

async function matchesOf({ trash }: Store, caller: Caller, { pattern, person }: TrashQuery): Promise<Trashed[]> {
  const matches = nameMatch(pattern);
  const userName = person ?? (caller.isAdmin ? undefined : caller.userName);
  const matching: Trashed[] = [];
  for await (const trashed of withPauses(readTrash(trash, userName))) {
    if (trashed.area === caller.sessionScope && matches(trashed.name)) matching.push(trashed);
  }
  return matching;
}

async function findListings(store: Store, caller: Caller, ids: readonly NodeId[]): Promise<TrashListing[]> {
  const listings: TrashListing[] = [];
  for (const id of new Set(ids)) {
    const listing = await readListing(store, id);
    if (listing === undefined || !mayManage(caller, listing.trashed)) throw notInTrash(id);
    listings.push(listing);
  }
  return listings;
}

async function markForPurging(change: Change, ids: readonly NodeId[], at: Timestamp): Promise<void> {
  for (const id of ids) {
    const listing = await readListing(change, id);
    if (listing === undefined) throw notInTrash(id);
    deleteTrash(change, listing.trashed);
    change.purges.put(id, { at });
  }
}

export function createTrashService(
  seams: Pick<Seams, 'store' | 'clock'>,
  { rights, purges, paths }: TrashParts,
): TrashService {
  const { store, clock } = seams;
  const deletion = createDeletionRights(seams, rights.inTrash);
  return {
    find: (caller, ids) => findListings(store, caller, ids),
    async search(caller, query, request) {
      const sorted = await sortCooperatively(await matchesOf(store, caller, query), inOrder(query.order));
      const { items, total, skip } = pageOf(sorted, request);
      return { items: items.map(({ id }) => id), total, skip };
    },
    cameFrom: (caller, node) => paths.pathOf(caller, node.parent),
    async purge(caller, ids) {
      const nodes = (await findListings(store, caller, ids)).map(({ node }) => node);
      for (const node of nodes) {
        await deletion.require(caller, node);
        await deletion.requireBelow(caller, node);
      }
      const [marked, at] = [nodes.map(({ id }) => id), clock.now().toISOString()];
      await store.change((change) => markForPurging(change, marked, at));
      purges.finishInBackground();
    },
  };
}
