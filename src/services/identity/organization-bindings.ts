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

/** What the members of an organization may do in its folder: everything but giving rights away and publishing. */
export const memberPermission = 'Collaborator';

function putListOf(change: Change, rights: RightsService, folder: NodeRecord, acl: NodeRecord['acl']): void {
  const changed = putAcl(change, folder, acl);
  change.afterCommit(() => rights.changed(changed));
}

/** Binds a group to a folder and grants what is not granted there yet. It must not be bound to another one. */
export function bind(
  change: Change,
  rights: RightsService,
  folder: NodeRecord,
  group: string,
  entries: readonly AccessControlEntry[],
  since: Timestamp,
): void {
  const granted = missingEntries(folder.acl, entries);
  if (granted.length > 0) putListOf(change, rights, folder, withEntries(folder.acl, granted));
  change.organizations.put(group, { folder: folder.id, granted, since });
}

/** Takes a binding and what it granted away. Resolves to the folder, or to undefined where there was no binding. */
export async function unbind(change: Change, rights: RightsService, group: string): Promise<NodeId | undefined> {
  const binding = await change.organizations.get(group);
  if (binding === undefined) return undefined;
  change.organizations.delete(group);
  const folder = await change.nodes.get(binding.folder);
  if (folder === undefined) return binding.folder;
  const acl = withoutEntries(folder.acl, isOneOf(binding.granted));
  if (acl !== folder.acl) putListOf(change, rights, folder, acl);
  return binding.folder;
}
