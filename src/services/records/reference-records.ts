import { RepositoryError } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { Change, Collections } from '../../ports/store.ts';
import { childKey, referenceKey } from './node-changes.ts';
import { deleteShares } from './share-records.ts';
import { deleteTrash, findTrash } from './trash-records.ts';
import { deleteUsagesOf } from './usage-records.ts';
import { deleteVersions } from './version-records.ts';

/** Removes a reference from the references to its original. Call this for every node that is purged. */
export function forgetReference(change: Change, { id, original }: NodeRecord): void {
  if (original !== undefined) change.references.delete(referenceKey(original, id));
}

/** Purges a reference with everything that refers to it. */
export async function deleteReference(change: Change, reference: NodeRecord): Promise<void> {
  const { id, parent, name } = reference;
  const trashed = await findTrash(change.trash, reference);
  if (trashed !== undefined) deleteTrash(change, trashed);
  deleteShares(change, reference);
  await deleteUsagesOf(change, id);
  const key = parent === null ? undefined : childKey(parent, name);
  if (key !== undefined && (await change.children.get(key))?.id === id) change.children.delete(key);
  await deleteVersions(change, id);
  change.nodes.delete(id);
  forgetReference(change, reference);
}

/** The reference to an original in a collection. Undefined if there is none. */
export async function referenceIn(
  { nodes, references }: Pick<Collections, 'nodes' | 'references'>,
  collection: NodeId,
  original: NodeId,
): Promise<NodeRecord | undefined> {
  const prefix = referenceKey(original, '');
  for await (const key of references.keys({ prefix })) {
    const node = await nodes.get(key.slice(prefix.length));
    if (node?.parent === collection && node.archived === null) return node;
  }
  return undefined;
}

/** Rejects with `Conflict` if the collection already contains a reference to the same original. */
export async function requireOnly(change: Change, collection: NodeId, { original }: Pick<NodeRecord, 'original'>) {
  if (original === undefined || (await referenceIn(change, collection, original)) === undefined) return;
  throw new RepositoryError(
    'Conflict',
    `Node ${original} is already in collection ${collection}. Choose another node or collection.`,
  );
}

/** Purges all references to a node. */
export async function deleteReferencesTo(change: Change, original: NodeId): Promise<void> {
  const prefix = referenceKey(original, '');
  for await (const key of change.references.keys({ prefix })) {
    const reference = await change.nodes.get(key.slice(prefix.length));
    if (reference === undefined) change.references.delete(key);
    else await deleteReference(change, reference);
  }
}
