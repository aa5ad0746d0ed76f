import { RepositoryError } from '../../base/errors/errors.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { includes, rightOf } from '../../domain/access/rights.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { PermissionChecker } from './rights.ts';

const changePermissions = rightOf('ChangePermissions');

const wouldGainRights = ({ userName }: Caller, node: NodeRecord, folder: NodeRecord): RepositoryError =>
  new RepositoryError(
    'Forbidden',
    `${userName} may not move node ${node.id} to folder ${folder.id}: this would give ${userName} more rights on the node, which requires the right ChangePermissions. Ask its owner or an administrator to move it.`,
  );

/**
 * Prevents a caller from gaining rights on a node by moving it: rejects with `Forbidden` if the caller has a right on the
 * folder that they lack on the node, or may change an ACL that applies to the folder. Callers who may change the node's
 * permissions, as its owner may, can always move it. Nodes below need no check: their ACLs move with them.
 */
export async function requireNoAddedRights(
  { store }: Pick<Seams, 'store'>,
  caller: Caller,
  { node, nodeRights }: { readonly node: NodeRecord; readonly nodeRights: PermissionChecker },
  { folder, folderRights }: { readonly folder: NodeRecord; readonly folderRights: PermissionChecker },
): Promise<void> {
  const before = await nodeRights.of(caller, node);
  if (includes(before, changePermissions) || node.parent === folder.id) return;
  if (!includes(before, await folderRights.of(caller, folder))) throw wouldGainRights(caller, node, folder);
  for (let at: NodeRecord | undefined = folder; at !== undefined; ) {
    if (includes(await folderRights.of(caller, at), changePermissions)) throw wouldGainRights(caller, node, folder);
    at = at.parent === null || at.acl?.inherits === false ? undefined : await store.nodes.get(at.parent);
  }
}
