import { badRequest, notFound, RepositoryError } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import type { ChildEntry, NodeRecord } from '../../domain/nodes/records.ts';
import { alternativeName, nodeNameProblem } from '../../domain/text/node-name.ts';
import type { Change } from '../../ports/store.ts';
import { deleteShares, putShares } from './share-records.ts';

/** Where the store keeps the children of a node. */
export const childKey = (parent: NodeId, name: string): string => `${parent}/${name}`;
export const childrenPrefix = (parent: NodeId): string => `${parent}/`;

/** The other way round: the folder and the child's name in such a key. */
// No node id has a slash; names have none either, but may have anything else.
export const folderInKey = (key: string): NodeId => key.slice(0, key.indexOf('/')) as NodeId;
export const nameInKey = (key: string): string => key.slice(key.indexOf('/') + 1);

const childEntryOf = (node: NodeRecord): ChildEntry => ({
  id: node.id,
  folder: node.folder,
  owner: node.owner,
  ownAcl: node.acl !== null,
});

/** Where the store notes at an original that there is a reference to it. */
export const referenceKey = (original: NodeId, reference: string): string => `${original}/${reference}`;

/** Writes a node that no folder lists, such as one that was deleted. */
export function putUnlisted(change: Change, node: NodeRecord): void {
  change.nodes.put(node.id, node);
  if (node.acl !== null) putShares(change, node);
  if (node.original !== undefined) change.references.put(referenceKey(node.original, node.id), { at: node.createdAt });
}

/** Writes a node together with the entry by which its parent lists it. */
export function putNode(change: Change, node: NodeRecord): void {
  putUnlisted(change, node);
  if (node.parent !== null && node.archived === null) {
    change.children.put(childKey(node.parent, node.name), childEntryOf(node));
  }
}

/** Gives a node another list of rights of its own, or none. Returns the node as it is now. */
export function putAcl(change: Change, before: NodeRecord, acl: NodeRecord['acl']): NodeRecord {
  const node = { ...before, acl };
  deleteShares(change, before);
  putNode(change, node);
  return node;
}

/**
 * The name, or else one of its other forms that nothing in the folder has, with a number behind one that is taken. Looks at few of
 * them, also where thousands are taken: it doubles the number, and then goes back by halves.
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

/** The name itself. Throws what is wrong with one that no node can have. */
export function usableName(name: string): string {
  const problem = nodeNameProblem(name);
  if (problem !== undefined) throw badRequest(problem);
  return name;
}

/** Says that a sibling has the name. */
export const nameTaken = (name: string): RepositoryError =>
  new RepositoryError('Conflict', `The folder already has something named «${name}». Take another name.`);

/** The record as the change sees it; it may have gone since its rights were checked. */
export async function presentNode(change: Change, id: NodeId): Promise<NodeRecord> {
  const node = await change.nodes.get(id);
  if (node === undefined || node.archived !== null) throw notFound('Node', id);
  return node;
}

/** Takes the node out of its parent's list under its old name, where it gets another one that is free. */
export async function leaveOldName(change: Change, before: NodeRecord, name: string): Promise<void> {
  if (name === before.name || before.parent === null) return;
  if (await change.children.has(childKey(before.parent, name))) throw nameTaken(name);
  change.children.delete(childKey(before.parent, before.name));
}
