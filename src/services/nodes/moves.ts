import { badRequest, notFound } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { NodeRecord, SystemFolders } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Change } from '../../ports/store.ts';
import { createDeletionRights } from '../access/deletion-rights.ts';
import { requireNoAddedRights } from '../access/move-policy.ts';
import type { RightsService } from '../access/rights.ts';
import { isSystemFolder } from '../records/fixed-folders.ts';
import { childKey, nameTaken, presentNode, putNode, usableName } from '../records/node-changes.ts';
import { keepVersion } from '../records/version-records.ts';

export interface MoveRequest {
  readonly source: NodeId;
  /** Undefined: it keeps its name. Another one needs the right to change its properties. */
  readonly name: string | undefined;
}

/** Moves nodes, with all below them. */
export interface MoveService {
  /**
   * One small change, however much lies below, with rights in force at once. The caller must be allowed to delete the
   * node where it is, and to add it where it goes, and comes by no right on it that they could not give themselves:
   * that is `Forbidden`. Rejects with `Conflict` where a child of the folder has its name.
   */
  move(caller: Caller, folder: NodeId, wish: MoveRequest): Promise<NodeRecord>;
}

/** Rejects where the folder is the node itself or lies below it. As it is part of the change, two moves make no circle. */
async function requireOutside(change: Change, folder: NodeRecord, node: NodeId): Promise<void> {
  for (let at: NodeRecord | undefined = folder; at !== undefined; ) {
    if (at.id === node) throw badRequest(`Node ${node} cannot be moved into itself or into what lies below it.`);
    at = at.parent === null ? undefined : await change.nodes.get(at.parent);
  }
}

export function createMoveService(
  seams: Pick<Seams, 'store' | 'clock'>,
  rights: RightsService,
  landmarks: SystemFolders,
): MoveService {
  const { store, clock } = seams;
  const deletion = createDeletionRights(seams, rights);

  /** All that has to hold before a move. The change asks again, of the records as it sees them. */
  const requireMovable = async (caller: Caller, folder: NodeRecord, node: NodeRecord, name: string): Promise<void> => {
    await rights.require(caller, folder, 'CreateChildren');
    await deletion.require(caller, node);
    await requireNoAddedRights(seams, caller, { node, judged: rights }, { folder, rights });
    if (name !== node.name) await rights.require(caller, node, 'WriteProperties');
    if (!folder.folder) throw badRequest(`Node ${folder.id} is no folder: nothing can be moved into it.`);
    if (await isSystemFolder(store, landmarks, node)) {
      throw badRequest('This is a system folder. It cannot be moved.');
    }
  };

  const renamed = async (change: Change, node: NodeRecord, name: string, by: string): Promise<NodeRecord> => {
    if (name === node.name) return node;
    await keepVersion(change, node);
    return { ...node, name, modifiedAt: clock.now().toISOString(), modifiedBy: by };
  };

  return {
    async move(caller, folderId, wish) {
      const wishedName = wish.name === undefined ? undefined : usableName(wish.name);
      const [seenFolder, seen] = await store.nodes.getMany([folderId, wish.source]);
      if (seenFolder === undefined) throw notFound('Node', folderId);
      if (seen === undefined) throw notFound('Node', wish.source);
      await requireMovable(caller, seenFolder, seen, wishedName ?? seen.name);
      return store.change(async (change) => {
        const [folder, node] = [await presentNode(change, folderId), await presentNode(change, wish.source)];
        const name = wishedName ?? node.name;
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
