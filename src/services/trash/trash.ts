import { messageOf, notFound } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import { type Page, type PageRequest, pageOf } from '../../base/paging.ts';
import { withPauses } from '../../base/scheduling/batches.ts';
import { sortCooperatively } from '../../base/scheduling/cooperative-sort.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import { nameMatch } from '../../domain/text/name-pattern.ts';
import type { Seams } from '../../ports/seams.ts';
import { createDeletionRights } from '../access/deletion-rights.ts';
import type { FolderPaths } from '../access/folder-paths.ts';
import type { RightsService } from '../access/rights.ts';
import { compareNames } from '../records/name-order.ts';
import { deleteTrash, findTrash, readTrash, type Trashed } from '../records/trash-records.ts';
import type { Purges } from './purges.ts';

/** Sort keys of the trash. */
const trashOrders = ['name', 'deletedAt', 'deletedBy'] as const;

export type TrashOrder = (typeof trashOrders)[number];

export interface TrashQuery {
  /** A pattern for `nameMatch`. */
  readonly pattern: string;
  /** Nodes that this person deleted or owns. Undefined: the caller's, or all for an administrator. */
  readonly person: string | undefined;
  /** The first key has priority. Nodes that are equal in all keys are listed newest first. */
  readonly order: readonly { readonly by: TrashOrder; readonly ascending: boolean }[];
}

/** The trash: nodes that were deleted and can be restored with everything below them. Only their top nodes are listed. */
export interface TrashService {
  /** Finds and counts nodes that the caller deleted or owns; an administrator finds all. */
  search(caller: Caller, query: TrashQuery, page: PageRequest): Promise<Page<NodeId>>;
  /** The path of the folder that a node was deleted from, as `FolderPaths` returns it. */
  cameFrom(caller: Caller, node: NodeRecord): Promise<string | undefined>;
  /**
   * Nodes that the caller may restore or purge, in the order of the IDs, without duplicates. Rejects with `NotFound` for a
   * node that is not in the trash, or that the caller neither deleted nor owns. An administrator may use all.
   */
  find(caller: Caller, ids: readonly NodeId[]): Promise<readonly TrashListing[]>;
  /** Purges all of them or none. The caller must be allowed to delete each node and everything below it. */
  purge(caller: Caller, ids: readonly NodeId[]): Promise<void>;
}

export interface TrashListing {
  readonly node: NodeRecord;
  readonly trashed: Trashed;
}

const notInTrash = (id: NodeId): Error => notFound('Node', `${id} in the archive`);

const mayManage = (caller: Caller, { deleter, owner }: Trashed): boolean =>
  caller.isAdmin || caller.userName === deleter || caller.userName === owner;

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

export function createTrashService(
  seams: Pick<Seams, 'store' | 'clock' | 'log'>,
  parts: { readonly rights: RightsService; readonly purges: Purges; readonly paths: FolderPaths },
): TrashService {
  const { store, clock, log } = seams;
  const { rights, purges, paths } = parts;
  const deletion = createDeletionRights(seams, rights.inTrash);

  const matchesOf = async (caller: Caller, { pattern, person }: TrashQuery): Promise<Trashed[]> => {
    const matches = nameMatch(pattern);
    const userName = person ?? (caller.isAdmin ? undefined : caller.userName);
    const matching: Trashed[] = [];
    for await (const trashed of withPauses(readTrash(store.trash, userName))) {
      if (trashed.area === caller.sessionScope && matches(trashed.name)) matching.push(trashed);
    }
    return matching;
  };

  const find: TrashService['find'] = async (caller, ids) => {
    const listings: TrashListing[] = [];
    for (const id of new Set(ids)) {
      const node = await store.nodes.get(id);
      const trashed = node === undefined ? undefined : await findTrash(store.trash, node);
      if (node === undefined || trashed === undefined) throw notInTrash(id);
      if (trashed.area !== caller.sessionScope || !mayManage(caller, trashed)) throw notInTrash(id);
      listings.push({ node, trashed });
    }
    return listings;
  };

  return {
    find,
    async search(caller, query, request) {
      const sorted = await sortCooperatively(await matchesOf(caller, query), inOrder(query.order));
      const { items, total, skip } = pageOf(sorted, request);
      return { items: items.map(({ id }) => id), total, skip };
    },
    cameFrom: (caller, node) => paths.pathOf(caller, node.parent),
    async purge(caller, ids) {
      const found = await find(caller, ids);
      for (const { node } of found) {
        await deletion.require(caller, node);
        await deletion.requireBelow(caller, node);
      }
      const at = clock.now().toISOString();
      await store.change(async (change) => {
        for (const { id } of found.map(({ node }) => node)) {
          const node = await change.nodes.get(id);
          const trashed = node === undefined ? undefined : await findTrash(change.trash, node);
          if (trashed === undefined) throw notInTrash(id);
          deleteTrash(change, trashed);
          change.purges.put(id, { at });
        }
      });
      purges.finish().catch((error: unknown) => log.error('A purge failed.', { reason: messageOf(error) }));
    },
  };
}
