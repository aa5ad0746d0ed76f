import { badRequest, notFound } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { NodeRecord, SystemFolders } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Change } from '../../ports/store.ts';
import { createDeletionRights } from '../access/deletion-rights.ts';
import { requireNoAddedRights } from '../access/move-policy.ts';
import type { RightsService } from '../access/rights.ts';
import { childKey, nameTaken, presentNode, putNode, usableName } from '../records/node-changes.ts';
import { isSystemFolder } from '../records/system-folders.ts';
import { keepVersion } from '../records/version-records.ts';

interface MoveRequest {
  readonly source: NodeId;
  /** Undefined keeps the name. Another name needs `WriteProperties`. */
  readonly name: string | undefined;
}

/** Moves nodes with everything below them. */
export interface MoveService {
  /**
   * One small change, whatever the size of the subtree. The new rights apply immediately. The caller must be allowed to
   * delete the node and to create children in the folder. Rejects with `Forbidden` if the caller would gain rights on the
   * node that they could not grant themselves, and with `Conflict` if a child of the folder has the name.
   */
  move(caller: Caller, folder: NodeId, request: MoveRequest): Promise<NodeRecord>;
}

/** Rejects if the folder is the node or is below it. It runs within the change, so concurrent moves cannot form a cycle. */
async function requireOutside(change: Change, folder: NodeRecord, node: NodeId): Promise<void> {
  for (let above: NodeRecord | undefined = folder; above !== undefined; ) {
    if (above.id === node) throw badRequest(`Node ${node} cannot be moved into itself or into a folder below it.`);
    above = above.parent === null ? undefined : await change.nodes.get(above.parent);
  }
}

export function createMoveService(
  seams: Pick<Seams, 'store' | 'clock'>,
  rights: RightsService,
  systemFolders: SystemFolders,
): MoveService {
  const { store, clock } = seams;
  const deletion = createDeletionRights(seams, rights);

  /** Checks all conditions of a move. The change checks them again with the records it reads. */
  const requireMovable = async (caller: Caller, folder: NodeRecord, node: NodeRecord, name: string): Promise<void> => {
    await rights.require(caller, folder, 'CreateChildren');
    await deletion.require(caller, node);
    await requireNoAddedRights(seams, caller, { node, nodeRights: rights }, { folder, folderRights: rights });
    if (name !== node.name) await rights.require(caller, node, 'WriteProperties');
    if (!folder.folder) throw badRequest(`Node ${folder.id} is not a folder: nothing can be moved into it.`);
    if (await isSystemFolder(store, systemFolders, node)) {
      throw badRequest('This is a system folder. It cannot be moved.');
    }
  };

  const renamed = async (change: Change, node: NodeRecord, name: string, by: string): Promise<NodeRecord> => {
    if (name === node.name) return node;
    await keepVersion(change, node);
    return { ...node, name, modifiedAt: clock.now().toISOString(), modifiedBy: by };
  };

  return {
    async move(caller, folderId, { source, name: newName }) {
      const requestedName = newName === undefined ? undefined : usableName(newName);
      const [seenFolder, seen] = await store.nodes.getMany([folderId, source]);
      if (seenFolder === undefined) throw notFound('Node', folderId);
      if (seen === undefined) throw notFound('Node', source);
      await requireMovable(caller, seenFolder, seen, requestedName ?? seen.name);
      return store.change(async (change) => {
        const [folder, node] = [await presentNode(change, folderId), await presentNode(change, source)];
        const name = requestedName ?? node.name;
        await requireMovable(caller, folder, node, name);
        await requireOutside(change, folder, node.id);
        if (node.parent === null || (node.parent === folder.id && node.name === name)) return node;
        if (await change.children.has(childKey(folder.id, name))) throw nameTaken(name);
        change.children.delete(childKey(node.parent, node.name));
        const moved = { ...(await renamed(change, node, name, caller.userName)), parent: folder.id };
        putNode(change, moved);
        change.afterCommit(() => rights.changed(moved));
        return moved;
      });
    },
  };
}
