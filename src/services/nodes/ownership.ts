import { badRequest, notFound } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { mayHaveChildren } from '../../domain/nodes/child-objects.ts';
import type { NodeRecord, SystemFolders } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Change } from '../../ports/store.ts';
import type { RightsService } from '../access/rights.ts';
import { childrenPrefix, presentNode, putNode } from '../records/node-changes.ts';
import { deleteShares } from '../records/share-records.ts';
import { isSystemFolder } from '../records/system-folders.ts';
import type { UserNames } from '../records/user-names.ts';

export interface OwnershipService {
  /**
   * Gives a node to a person, with those of its child objects that had the same owner. Nodes in a folder keep theirs. Needs
   * `TakeOwnership`. Rejects with `NotFound` for an unknown person, and with `BadRequest` for a system folder.
   */
  setOwner(caller: Caller, node: NodeId, userName: string): Promise<void>;
}

function putOwner(change: Change, before: NodeRecord, owner: string): void {
  deleteShares(change, before);
  putNode(change, { ...before, owner });
}

async function putOwnerOfChildObjects(change: Change, file: NodeRecord, owner: string): Promise<void> {
  if (file.folder || !mayHaveChildren(file)) return;
  for await (const [, entry] of change.children.entries({ prefix: childrenPrefix(file.id) })) {
    const child = await change.nodes.get(entry.id);
    if (child?.owner === file.owner) putOwner(change, child, owner);
  }
}

export function createOwnershipService(
  { store }: Pick<Seams, 'store'>,
  rights: RightsService,
  systemFolders: SystemFolders,
  userNames: Pick<UserNames, 'spelled'>,
): OwnershipService {
  return {
    async setOwner(caller, id, userName) {
      const seen = await rights.node(caller, id, 'TakeOwnership');
      if (await isSystemFolder(store, systemFolders, seen)) {
        throw badRequest(`Node ${id} is a system folder, which keeps its owner. Choose a node in it instead.`);
      }
      const owner = userNames.spelled(userName);
      await store.change(async (change) => {
        if (!(await change.people.has(owner))) throw notFound('Person', userName);
        const node = await presentNode(change, id);
        putOwner(change, node, owner);
        await putOwnerOfChildObjects(change, node, owner);
      });
    },
  };
}
