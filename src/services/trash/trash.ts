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

/** By what the trash can be put in order. */
export const trashOrders = ['name', 'deletedAt', 'deletedBy'] as const;

export type TrashOrder = (typeof trashOrders)[number];

export interface TrashQuery {
  /** As `nameMatch` understands it. */
  readonly pattern: string;
  /** Whose: what they deleted or own. Undefined: the caller's, or everybody's for an administrator. */
  readonly person: string | undefined;
  /** The first counts most. What is equal by all of them stands newest first. */
  readonly order: readonly { readonly by: TrashOrder; readonly ascending: boolean }[];
}

/** What was deleted, and can still be had back: the top nodes, with all that lies below them. */
export interface TrashService {
  /** The total counts all that matches, and that the caller deleted or owns; all for an administrator. */
  search(caller: Caller, query: TrashQuery, page: PageRequest): Promise<Page<NodeId>>;
  /** Where something in the trash lay: the folder, as `FolderPaths` tells it. */
  cameFrom(caller: Caller, node: NodeRecord): Promise<string | undefined>;
  /**
   * What the caller may take out of the trash or have removed from it, in the order of the ids, each once: what they
   * deleted or own, all for an administrator. Rejects with `NotFound` for all else, whatever it is.
   */
  find(caller: Caller, ids: readonly NodeId[]): Promise<readonly TrashListing[]>;
  /** For good, all of them or none. Each must be the caller's to delete, and everything below it. */
  purge(caller: Caller, ids: readonly NodeId[]): Promise<void>;
}

export interface TrashListing {
  readonly node: NodeRecord;
  readonly trashed: Trashed;
}

const notInTrash = (id: NodeId): Error => notFound('Node', `${id} in the archive`);

const isTheirs = (caller: Caller, { deleter, owner }: Trashed): boolean =>
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

  const matching = async (caller: Caller, { pattern, person }: TrashQuery): Promise<Trashed[]> => {
    const matches = nameMatch(pattern);
    const whose = person ?? (caller.isAdmin ? undefined : caller.userName);
    const found: Trashed[] = [];
    for await (const trashed of withPauses(readTrash(store.trash, whose))) {
      if (trashed.area === caller.sessionScope && matches(trashed.name)) found.push(trashed);
    }
    return found;
  };

  const find: TrashService['find'] = async (caller, ids) => {
    const found: TrashListing[] = [];
    for (const id of new Set(ids)) {
      const node = await store.nodes.get(id);
      const trashed = node === undefined ? undefined : await findTrash(store.trash, node);
      if (node === undefined || trashed === undefined) throw notInTrash(id);
      if (trashed.area !== caller.sessionScope || !isTheirs(caller, trashed)) throw notInTrash(id);
      found.push({ node, trashed });
    }
    return found;
  };

  return {
    find,
    async search(caller, query, request) {
      const found = await sortCooperatively(await matching(caller, query), inOrder(query.order));
      const { items, total, skip } = pageOf(found, request);
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
        for (const {
          trashed: { id },
        } of found) {
          const node = await change.nodes.get(id);
          const trashed = node === undefined ? undefined : await findTrash(change.trash, node);
          if (trashed === undefined) throw notInTrash(id);
          deleteTrash(change, trashed);
          change.purges.put(id, { at });
        }
      });
      purges.finish().catch((error: unknown) => log.error('Removing for good failed.', { reason: messageOf(error) }));
    },
  };
}
