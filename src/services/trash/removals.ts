import { badRequest, notFound } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { SystemFolders } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import { createDeletionRights } from '../access/deletion-rights.ts';
import type { RightsService } from '../access/rights.ts';
import { childKey, putUnlisted } from '../records/node-changes.ts';
import { isSystemFolder } from '../records/system-folders.ts';
import { putTrash } from '../records/trash-records.ts';
import type { Purges } from './purges.ts';

/** Deletes nodes: moves them to the trash or purges them. */
export interface RemovalService {
  /**
   * Moves a node to the trash, or deletes it permanently with `archive: false`. Either way, the change only removes the
   * node from its folder, which hides the whole subtree. The trash needs no rights below the node, because nodes can be
   * restored. Permanent deletion requires the right to delete every node below; the records are then deleted in the
   * background, with those of nodes that were added after the check.
   */
  remove(caller: Caller, id: NodeId, how: { readonly archive: boolean }): Promise<void>;
}

export function createRemovalService(
  seams: Pick<Seams, 'store' | 'clock'>,
  rights: RightsService,
  purges: Purges,
  systemFolders: SystemFolders,
): RemovalService {
  const { store, clock } = seams;
  const deletion = createDeletionRights(seams, rights);

  return {
    async remove(caller, id, { archive }) {
      const seen = await store.nodes.get(id);
      if (seen === undefined) throw notFound('Node', id);
      await deletion.require(caller, seen);
      if (await isSystemFolder(store, systemFolders, seen)) {
        throw badRequest(`Node ${id} is a system folder, which the repository needs. Delete the nodes in it instead.`);
      }
      if (!archive) await deletion.requireBelow(caller, seen);
      const at = clock.now().toISOString();
      await store.change(async (change) => {
        const node = await change.nodes.get(id);
        if (node === undefined || node.archived !== null) throw notFound('Node', id);
        if (node.parent !== null) change.children.delete(childKey(node.parent, node.name));
        const archived = { ...node, archived: { at, by: caller.userName } };
        putUnlisted(change, archived);
        if (archive) putTrash(change, archived, { area: caller.sessionScope });
        else change.purges.put(id, { at });
        change.afterCommit(() => rights.changed(archived));
      });
      if (!archive) purges.finishInBackground();
    },
  };
}
