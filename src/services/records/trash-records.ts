import { RepositoryError } from '../../base/errors/errors.ts';
import { asNodeId, type NodeId } from '../../base/ids.ts';
import type { NodeRecord, TrashRecord } from '../../domain/nodes/records.ts';
import type { Change, Collection, Collections } from '../../ports/store.ts';

/** An entry of the trash with the ID of its node. */
export type Trashed = TrashRecord & { readonly id: NodeId };

const keyOf = (userName: string, id: NodeId): string => `${userName}/${id}`;

/** The people in whose trash the entry is listed. */
const peopleOf = ({ owner, deleter }: Pick<TrashRecord, 'owner' | 'deleter'>): ReadonlySet<string> =>
  new Set([owner, deleter]);

/**
 * Lists the top node of a deletion in the trash of its owner and its deleter. Does nothing unless the node is archived.
 * `deleter` replaces the person who deleted it, if that person was deleted since.
 */
export function putTrash(
  change: Change,
  node: NodeRecord,
  { area, deleter }: Pick<TrashRecord, 'area'> & Partial<Pick<TrashRecord, 'deleter'>>,
): void {
  if (node.archived === null) return;
  const { at, by } = node.archived;
  const record: TrashRecord = { name: node.name, at, by, deleter: deleter ?? by, owner: node.owner, area };
  for (const userName of peopleOf(record)) change.trash.put(keyOf(userName, node.id), record);
}

/** Removes an entry from the trash of its owner and its deleter. */
export function deleteTrash(change: Change, trashed: Pick<Trashed, 'id' | 'owner' | 'deleter'>): void {
  for (const userName of peopleOf(trashed)) change.trash.delete(keyOf(userName, trashed.id));
}

/** The entry of a node in the trash. Undefined if there is none, for example while the node is being purged. */
export async function findTrash(
  trash: Pick<Collection<TrashRecord>, 'get'>,
  { id, archived, owner }: Pick<NodeRecord, 'id' | 'archived' | 'owner'>,
): Promise<Trashed | undefined> {
  const record = archived === null ? undefined : await trash.get(keyOf(owner, id));
  return record === undefined ? undefined : { ...record, id };
}

/** A node in the trash with its entry. */
export interface TrashListing {
  readonly node: NodeRecord;
  readonly trashed: Trashed;
}

/** Reads a node in the trash with its entry; undefined if it is not in the trash. */
export async function readListing(
  { nodes, trash }: Pick<Collections, 'nodes' | 'trash'>,
  id: NodeId,
): Promise<TrashListing | undefined> {
  const node = await nodes.get(id);
  const trashed = node === undefined ? undefined : await findTrash(trash, node);
  return node === undefined || trashed === undefined ? undefined : { node, trashed };
}

export const notInTrash = (id: string): RepositoryError =>
  new RepositoryError(
    'NotFound',
    `Node ${id} is not in the trash. List the trash to find the nodes that can be restored.`,
  );

/** All entries, or those of nodes that this person owns or deleted. Yields each node once. */
export async function* readTrash(
  trash: Pick<Collection<TrashRecord>, 'entries'>,
  userName?: string,
): AsyncGenerator<Trashed> {
  const range = userName === undefined ? {} : { prefix: `${userName}/` };
  for await (const [key, record] of trash.entries(range)) {
    const [person = '', node = ''] = key.split('/');
    const id = asNodeId(node);
    // Every entry is listed for its owner, so the other rows are duplicates.
    if (id !== undefined && (userName !== undefined || person === record.owner)) yield { ...record, id };
  }
}
