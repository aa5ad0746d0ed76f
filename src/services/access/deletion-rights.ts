import { RepositoryError } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import { yieldToEventLoop } from '../../base/scheduling/event-loop.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { includes, type Rights, readProperties, rightsOf } from '../../domain/access/rights.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import { childrenPrefix } from '../records/node-changes.ts';
import { type AclRooted, aclRootOf, type PermissionChecker } from './rights.ts';

/** Decides who may delete what. */
export interface DeletionRights {
  /** Rejects as `RightsService.require` does, unless the caller may delete the node. */
  require(caller: Caller, node: NodeRecord): Promise<void>;
  /**
   * Rejects with `Forbidden` where something lies below the node that the caller may not delete by itself. What it is,
   * is not told. Reads every folder below.
   */
  requireBelow(caller: Caller, top: NodeRecord): Promise<void>;
}

const deleteNode = rightsOf('DeleteNode');
const deleteChildren = rightsOf('DeleteChildren');

/** Whoever may delete the node, or may clear out its folder and sees the node in it. */
const suffices = (inFolder: Rights, onNode: Rights): boolean =>
  includes(onNode, deleteNode) || (includes(inFolder, deleteChildren) && includes(onNode, readProperties));

const notAll = (top: NodeId): RepositoryError =>
  new RepositoryError(
    'Forbidden',
    `Something below node ${top} is not yours to delete for good. Leave the folder in the archive, or ask an administrator.`,
  );

export function createDeletionRights({ store }: Pick<Seams, 'store'>, rights: PermissionChecker): DeletionRights {
  interface Child extends AclRooted {
    readonly folder: boolean;
  }

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
      const inFolder = parent === undefined ? 0 : await rights.of(caller, parent);
      if (!suffices(inFolder, await rights.of(caller, node))) await rights.require(caller, node, 'DeleteNode');
    },
    async requireBelow(caller, top) {
      if (caller.isAdmin) return;
      const open: AclRooted[] = [{ id: top.id, aclRoot: aclRootOf(top), owner: top.owner }];
      for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
        const children = await childrenOf(folder.id);
        const rightsOn = await rights.at(caller, new Set([folder, ...children].map(({ aclRoot: anchor }) => anchor)));
        const inFolder = rightsOn(folder);
        if (!children.every((child) => suffices(inFolder, rightsOn(child)))) throw notAll(top.id);
        for (const child of children) if (child.folder) open.push(child);
        await yieldToEventLoop();
      }
    },
  };
}
