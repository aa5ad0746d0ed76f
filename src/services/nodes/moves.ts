import { badRequest, notFound } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { requireChildObjectOf } from '../../domain/nodes/child-objects.ts';
import type { NodeRecord, SystemFolders } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Change } from '../../ports/store.ts';
import { createDeletionRights } from '../access/deletion-rights.ts';
import { requireNoAddedRights } from '../access/move-policy.ts';
import type { RightsService } from '../access/rights.ts';
import {
  childKey,
  isNameTaken,
  nameTaken,
  placeIn,
  presentNode,
  putNode,
  usableName,
} from '../records/node-changes.ts';
import { requireOnly } from '../records/reference-records.ts';
import { isSystemFolder } from '../records/system-folders.ts';
import { keepVersion } from '../records/version-records.ts';

interface MoveRequest {
  readonly source: NodeId;
  /** The new name; undefined keeps the name. Another name needs `WriteProperties`. */
  readonly name: string | undefined;
}

/** Moves nodes with everything below them. */
export interface MoveService {
  /**
   * One small change, whatever the size of the subtree. The new rights apply immediately. The caller must be allowed to
   * delete the node and to create children in the folder. Rejects with `Forbidden` if the caller would gain rights on the
   * node that they could not grant themselves, and with `Conflict` if a child of the folder has the name or refers to the
   * same original.
   */
  move(caller: Caller, folder: NodeId, request: MoveRequest): Promise<NodeRecord>;
}

/** Rejects if the folder is the node or is below it. Runs within the change, so concurrent moves cannot form a cycle. */
async function requireOutside(change: Change, folder: NodeRecord, node: NodeId): Promise<void> {
  for (let above: NodeRecord | undefined = folder; above !== undefined; ) {
    if (above.id === node)
      throw badRequest(`Node ${node} cannot be moved into itself or into a folder below it. Choose another folder.`);
    above = above.parent === null ? undefined : await change.nodes.get(above.parent);
  }
}

interface Dependencies extends Pick<Seams, 'store' | 'clock'> {
  readonly rights: RightsService;
  readonly systemFolders: SystemFolders;
}

interface Move {
  readonly caller: Caller;
  readonly folder: NodeRecord;
  readonly node: NodeRecord;
  readonly name: string;
}

/**
 * Checks the rights and the kinds of the nodes. Runs before the change, and again with the records that the change
 * reads.
 */
async function requireMovable(dependencies: Dependencies, { caller, folder, node, name }: Move): Promise<void> {
  const { store, rights, systemFolders } = dependencies;
  await rights.require(caller, folder, 'CreateChildren');
  await createDeletionRights(dependencies, rights).require(caller, node);
  await requireNoAddedRights(dependencies, caller, { node, nodeRights: rights }, { folder, folderRights: rights });
  if (name !== node.name) await rights.require(caller, node, 'WriteProperties');
  if (!folder.folder) {
    if (!node.isChildObject)
      throw badRequest(`Node ${folder.id} is not a folder: nothing can be moved into it. Choose a folder.`);
    requireChildObjectOf(folder, node);
  }
  if (await isSystemFolder(store, systemFolders, node)) {
    throw badRequest(
      `Node ${node.id} is a system folder, which the repository needs where it is. Move the nodes in it instead.`,
    );
  }
}

async function moveNode(change: Change, { rights, clock }: Dependencies, move: Move): Promise<NodeRecord> {
  const { caller, folder, node, name } = move;
  await requireOutside(change, folder, node.id);
  if (node.parent === null || (node.parent === folder.id && node.name === name)) return node;
  if (node.parent !== folder.id) await requireOnly(change, folder.id, node);
  if (await isNameTaken(change, folder.id, name)) throw nameTaken(name);
  change.children.delete(childKey(node.parent, node.name));
  if (name !== node.name) await keepVersion(change, node);
  const modified = { modifiedAt: clock.now().toISOString(), modifiedBy: caller.userName };
  const moved = placeIn(change, folder, { ...node, ...(name === node.name ? {} : { name, ...modified }) });
  putNode(change, moved);
  change.afterCommit(() => rights.changed(moved));
  return moved;
}

export function createMoveService(dependencies: Dependencies): MoveService {
  const { store } = dependencies;
  return {
    async move(caller, folderId, { source, name: newName }) {
      const name = newName === undefined ? undefined : usableName(newName);
      const [folder, node] = await store.nodes.getMany([folderId, source]);
      if (folder === undefined) throw notFound('Node', folderId);
      if (node === undefined) throw notFound('Node', source);
      await requireMovable(dependencies, { caller, folder, node, name: name ?? node.name });
      return store.change(async (change) => {
        const [folder, node] = [await presentNode(change, folderId), await presentNode(change, source)];
        const move = { caller, folder, node, name: name ?? node.name };
        await requireMovable(dependencies, move);
        return moveNode(change, dependencies, move);
      });
    },
  };
}
