import type { NodeId } from '../../base/ids.ts';
import type { Timestamp } from '../../base/timestamp.ts';
import {
  type AccessControlEntry,
  isOneOf,
  missingEntries,
  withEntries,
  withoutEntries,
} from '../../domain/access/acl.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { Change } from '../../ports/store.ts';
import type { RightsService } from '../access/rights.ts';
import { putAcl } from '../records/node-changes.ts';

/** The permission of members in the organization's folder: everything except sharing and publishing. */
export const memberPermission = 'Collaborator';

function putFolderAcl(change: Change, rights: RightsService, folder: NodeRecord, acl: NodeRecord['acl']): void {
  const changed = putAcl(change, folder, acl);
  change.afterCommit(() => rights.changed(changed));
}

/** Binds a group to a folder and adds the missing entries to the folder's ACL. The group must not be bound already. */
export function bind(
  change: Change,
  rights: RightsService,
  folder: NodeRecord,
  group: string,
  entries: readonly AccessControlEntry[],
  since: Timestamp,
): void {
  const granted = missingEntries(folder.acl, entries);
  if (granted.length > 0) putFolderAcl(change, rights, folder, withEntries(folder.acl, granted));
  change.organizations.put(group, { folder: folder.id, granted, since });
}

/**
 * Removes a binding, and the ACL entries that it added to the folder. Resolves to the ID of the folder, or to undefined if
 * the group was not bound.
 */
export async function unbind(change: Change, rights: RightsService, group: string): Promise<NodeId | undefined> {
  const binding = await change.organizations.get(group);
  if (binding === undefined) return undefined;
  change.organizations.delete(group);
  const folder = await change.nodes.get(binding.folder);
  if (folder === undefined) return binding.folder;
  const acl = withoutEntries(folder.acl, isOneOf(binding.granted));
  if (acl !== folder.acl) putFolderAcl(change, rights, folder, acl);
  return binding.folder;
}
