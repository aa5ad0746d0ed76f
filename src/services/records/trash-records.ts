import { asNodeId, type NodeId } from '../../base/ids.ts';
import type { NodeRecord, TrashRecord } from '../../domain/nodes/records.ts';
import type { Change, Collection } from '../../ports/store.ts';

/** Something in the trash, with the node that it is about. */
export type Trashed = TrashRecord & { readonly id: NodeId };

const keyOf = (userName: string, id: NodeId): string => `${userName}/${id}`;

/** Each once, where the owner has deleted it. */
const peopleOf = ({ owner, deleter }: Pick<TrashRecord, 'owner' | 'deleter'>): ReadonlySet<string> =>
  new Set([owner, deleter]);

/**
 * Lists the top node of what was deleted in the trash of whoever it belongs to. It must be archived; `deleter` is given
 * where somebody took over from whoever deleted it.
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

/** Takes something out of every list of the trash. */
export function deleteTrash(change: Change, trashed: Pick<Trashed, 'id' | 'owner' | 'deleter'>): void {
  for (const userName of peopleOf(trashed)) change.trash.delete(keyOf(userName, trashed.id));
}

/** What the trash says of a node; undefined where it is not in it, as when it is being removed for good. */
export async function findTrash(
  trash: Pick<Collection<TrashRecord>, 'get'>,
  { id, archived, owner }: Pick<NodeRecord, 'id' | 'archived' | 'owner'>,
): Promise<Trashed | undefined> {
  const record = archived === null ? undefined : await trash.get(keyOf(owner, id));
  return record === undefined ? undefined : { ...record, id };
}

/** All of it, or what this person owns or has deleted; each node once. */
export async function* readTrash(
  trash: Pick<Collection<TrashRecord>, 'entries'>,
  userName?: string,
): AsyncGenerator<Trashed> {
  const range = userName === undefined ? {} : { prefix: `${userName}/` };
  for await (const [key, record] of trash.entries(range)) {
    const [person = '', node = ''] = key.split('/');
    const id = asNodeId(node);
    // Every one of them stands in the list of its owner.
    if (id !== undefined && (userName !== undefined || person === record.owner)) yield { ...record, id };
  }
}
