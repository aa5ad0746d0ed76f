import { RepositoryError } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import { yieldToEventLoop } from '../../base/scheduling/event-loop.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { includes, type Rights, readProperties, rightsOf } from '../../domain/access/rights.ts';
import { mayHaveChildren } from '../../domain/nodes/child-objects.ts';
import type { ChildEntry, NodeRecord } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import { childrenPrefix } from '../records/node-changes.ts';
import { type AclRooted, aclRootOf, type PermissionChecker } from './rights.ts';

/** Decides which nodes a caller may delete. */
export interface DeletionRights {
  /** Rejects as `RightsService.require` does, unless the caller may delete the node. */
  require(caller: Caller, node: NodeRecord): Promise<void>;
  /**
   * Rejects with `Forbidden` unless the caller may delete every node below this one. The error does not reveal which
   * node. Reads all folders below.
   */
  requireBelow(caller: Caller, top: NodeRecord): Promise<void>;
}

type Child = AclRooted & Pick<ChildEntry, 'folder' | 'hasChildObjects'>;

const deleteNode = rightsOf('DeleteNode');
const deleteChildren = rightsOf('DeleteChildren');

/** A node may be deleted with `DeleteNode` on it, or with `DeleteChildren` on its folder if the node is readable. */
const suffices = (onFolder: Rights, onNode: Rights): boolean =>
  includes(onNode, deleteNode) || (includes(onFolder, deleteChildren) && includes(onNode, readProperties));

const notAll = (top: NodeId): RepositoryError =>
  new RepositoryError(
    'Forbidden',
    `You do not have the right to delete every node below node ${top}, so it cannot be deleted permanently. Move it to the trash, or ask an administrator.`,
  );

export function createDeletionRights({ store }: Pick<Seams, 'store'>, rights: PermissionChecker): DeletionRights {
  const childrenOf = async (folder: NodeId): Promise<Child[]> => {
    const children: Child[] = [];
    for await (const [, entry] of store.children.entries({ prefix: childrenPrefix(folder) })) {
      children.push({ ...entry, aclRoot: entry.ownAcl ? entry.id : folder });
    }
    return children;
  };

  return {
    async require(caller, node) {
      const parent = node.parent === null ? undefined : await store.nodes.get(node.parent);
      const onFolder = parent === undefined ? 0 : await rights.of(caller, parent);
      if (!suffices(onFolder, await rights.of(caller, node))) await rights.require(caller, node, 'DeleteNode');
    },
    async requireBelow(caller, top) {
      if (caller.isAdmin) return;
      const open: AclRooted[] = [{ id: top.id, aclRoot: aclRootOf(top), owner: top.owner }];
      for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
        const children = await childrenOf(folder.id);
        const rightsOn = await rights.at(caller, new Set([folder, ...children].map(({ aclRoot }) => aclRoot)));
        const onFolder = rightsOn(folder);
        if (!children.every((child) => suffices(onFolder, rightsOn(child)))) throw notAll(top.id);
        for (const child of children) if (mayHaveChildren(child)) open.push(child);
        await yieldToEventLoop();
      }
    },
  };
}
