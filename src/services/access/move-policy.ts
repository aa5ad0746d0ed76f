import { RepositoryError } from '../../base/errors/errors.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { includes, rightOf } from '../../domain/access/rights.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { PermissionChecker } from './rights.ts';

const changePermissions = rightOf('ChangePermissions');

const wouldGain = ({ userName }: Caller, node: NodeRecord, folder: NodeRecord): RepositoryError =>
  new RepositoryError(
    'Forbidden',
    `${userName} may not take node ${node.id} into folder ${folder.id}: it would give them more rights on it than they have, and for that the right ChangePermissions is missing. Its owner or an administrator can move it.`,
  );

/**
 * Guards against gaining rights by a new place. Resolves where the caller owns the node, may change its rights, or has no
 * right on the folder that they lack on the node and cannot change a list that holds in the folder; else rejects with
 * `Forbidden`. What lies below is covered by this: its rights come from the node and from lists that go along.
 */
export async function requireNoAddedRights(
  { store }: Pick<Seams, 'store'>,
  caller: Caller,
  { node, judged: nodeRights }: { readonly node: NodeRecord; readonly judged: PermissionChecker },
  { folder, rights: folderRights }: { readonly folder: NodeRecord; readonly rights: PermissionChecker },
): Promise<void> {
  const had = await nodeRights.of(caller, node);
  if (includes(had, changePermissions) || node.parent === folder.id) return;
  if (!includes(had, await folderRights.of(caller, folder))) throw wouldGain(caller, node, folder);
  for (let at: NodeRecord | undefined = folder; at !== undefined; ) {
    if (includes(await folderRights.of(caller, at), changePermissions)) throw wouldGain(caller, node, folder);
    at = at.parent === null || at.acl?.inherits === false ? undefined : await store.nodes.get(at.parent);
  }
}
