import { alternativeName } from '../../base/alternative-name.ts';
import { badRequest, notFound, RepositoryError } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import { nodeNameProblem } from '../../base/node-name.ts';
import { mayHaveChildren, placedIn } from '../../domain/nodes/child-objects.ts';
import type { ChildEntry, NodeRecord } from '../../domain/nodes/records.ts';
import type { Change } from '../../ports/store.ts';
import { deleteShares, putShares } from './share-records.ts';

/** The key of an entry in a folder. */
export const childKey = (parent: NodeId, name: string): string => `${parent}/${name}`;
export const childrenPrefix = (parent: NodeId): string => `${parent}/`;

/** The folder in a key of `childKey`. No node ID and no name contains a slash. */
export const folderInKey = (key: string): NodeId => key.slice(0, key.indexOf('/')) as NodeId;
/** The child's name in a key of `childKey`. */
export const nameInKey = (key: string): string => key.slice(key.indexOf('/') + 1);

const childEntryOf = (node: NodeRecord): ChildEntry => ({
  id: node.id,
  folder: node.folder,
  ...(node.hasChildObjects && { hasChildObjects: true }),
  owner: node.owner,
  ownAcl: node.acl !== null,
});

/** The key under which the store lists a reference for its original. */
export const referenceKey = (original: NodeId, reference: string): string => `${original}/${reference}`;

/** Writes a node, but no entry in its folder. For deleted nodes, for example. */
export function putUnlisted(change: Change, node: NodeRecord): void {
  change.nodes.put(node.id, node);
  if (node.acl !== null && node.unlisted === undefined) putShares(change, node);
  if (node.original !== undefined) change.references.put(referenceKey(node.original, node.id), { at: node.createdAt });
}

/** Writes a node with its entry in the parent folder, unless it is unlisted or archived. */
export function putNode(change: Change, node: NodeRecord): void {
  putUnlisted(change, node);
  if (node.parent !== null && node.archived === null && node.unlisted === undefined) {
    change.children.put(childKey(node.parent, node.name), childEntryOf(node));
  }
}

/** Returns the node as a child of this parent. Notes at a file that it has child objects from now on. */
export function placeIn(change: Change, parent: NodeRecord, node: NodeRecord, placed = placedIn): NodeRecord {
  if (!mayHaveChildren(parent)) putNode(change, { ...parent, hasChildObjects: true });
  return placed(parent, node);
}

/** Replaces the node's own ACL. Null removes it. Returns the changed node. */
export function putAcl(change: Change, before: NodeRecord, acl: NodeRecord['acl']): NodeRecord {
  const node = { ...before, acl };
  deleteShares(change, before);
  putNode(change, node);
  return node;
}

/** Whether a node of the folder has the name. An entry whose node was lost with a part of the metadata store does not count. */
export async function isNameTaken(change: Change, folder: NodeId, name: string): Promise<boolean> {
  const entry = await change.children.get(childKey(folder, name));
  return entry !== undefined && (await change.nodes.has(entry.id));
}

/**
 * Returns the name if it is free in the folder, else an alternative with a number. Finds the number by doubling and then
 * by bisection, so it needs few lookups even if thousands of alternatives are taken.
 */
export async function freeNameIn(change: Change, folder: NodeId, name: string): Promise<string> {
  const isTaken = (candidate: string): Promise<boolean> => change.children.has(childKey(folder, candidate));
  if (!(await isTaken(name))) return name;
  let [taken, free] = [0, 1];
  while (await isTaken(alternativeName(name, free))) [taken, free] = [free, free * 2];
  while (free - taken > 1) {
    const middle = (taken + free) >>> 1;
    if (await isTaken(alternativeName(name, middle))) taken = middle;
    else free = middle;
  }
  return alternativeName(name, free);
}

/**
 * The name that a node gets: the sent one, in which `_` replaces each slash, because importers send titles as names. Throws
 * `BadRequest` if no node can have it.
 */
export function usableName(sent: string): string {
  const name = sent.replaceAll('/', '_');
  const problem = nodeNameProblem(name);
  if (problem !== undefined) throw badRequest(problem);
  return name;
}

export const nameTaken = (name: string): RepositoryError =>
  new RepositoryError('Conflict', `The folder already contains a node named "${name}". Choose another name.`);

/** Reads a node inside a change. Rejects with `NotFound` if it was deleted since its rights were checked. */
export async function presentNode(change: Change, id: NodeId): Promise<NodeRecord> {
  const node = await change.nodes.get(id);
  if (node === undefined || node.archived !== null) throw notFound('Node', id);
  return node;
}

/** Removes the entry of a renamed node from its folder. Rejects with `Conflict` if the new name is taken. */
export async function leaveOldName(change: Change, before: NodeRecord, name: string): Promise<void> {
  if (name === before.name || before.parent === null) return;
  if (await isNameTaken(change, before.parent, name)) throw nameTaken(name);
  change.children.delete(childKey(before.parent, before.name));
}
