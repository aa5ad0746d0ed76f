import type { NodeId } from '../../base/ids.ts';
import type { Timestamp } from '../../base/timestamp.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { Change } from '../../ports/store.ts';
import { childKey, putUnlisted } from './node-changes.ts';
import { deleteTrash, findTrash } from './trash-records.ts';

interface Discarding {
  readonly at: Timestamp;
  /** The person on whose behalf it happens. */
  readonly by: string;
  /** Called after the commit, with the node as it is then. Pass `RightsService.changed`. */
  readonly changed: (node: NodeRecord) => void;
}

/** Hides the node of an export at once, also in the trash, and marks it for the next purge. Null is no node. */
export async function discardExportNode(
  change: Change,
  id: NodeId | null,
  { at, by, changed }: Discarding,
): Promise<void> {
  const node = id === null ? undefined : await change.nodes.get(id);
  if (node === undefined) return;
  const trashed = await findTrash(change.trash, node);
  if (trashed !== undefined) deleteTrash(change, trashed);
  // An administrator may have moved it into a folder.
  const key = node.parent === null ? undefined : childKey(node.parent, node.name);
  if (key !== undefined && (await change.children.get(key))?.id === node.id) change.children.delete(key);
  const archived = { ...node, archived: { at, by } };
  putUnlisted(change, archived);
  change.purges.put(node.id, { at });
  change.afterCommit(() => changed(archived));
}

/** Removes the export of a person from the queue, with its node. Resolves to whether there was one. */
export async function removeExport(change: Change, userName: string, discarding: Discarding): Promise<boolean> {
  const entry = await change.exports.get(userName);
  if (entry === undefined) return false;
  change.exports.delete(userName);
  await discardExportNode(change, entry.node, discarding);
  return true;
}
