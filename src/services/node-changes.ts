import type { NodeId } from '../base/ids.ts';
import { alternativeName } from '../domain/node-name.ts';
import type { ChildEntry, NodeRecord } from '../domain/records.ts';
import type { Change } from '../ports/store.ts';

/** Where the store keeps the children of a node. */
export const childKey = (parent: NodeId, name: string): string => `${parent}/${name}`;
export const childrenPrefix = (parent: NodeId): string => `${parent}/`;

const childEntryOf = (node: NodeRecord): ChildEntry => ({
  id: node.id,
  folder: node.folder,
  owner: node.owner,
  ownAcl: node.acl !== null,
});

/** Writes a node together with the entry by which its parent lists it. */
export function putNode(change: Change, node: NodeRecord): void {
  change.nodes.put(node.id, node);
  if (node.parent !== null && node.archived === null) {
    change.children.put(childKey(node.parent, node.name), childEntryOf(node));
  }
}

/** The first of a name and its other forms that nothing in the folder has. */
export async function freeNameIn(change: Change, folder: NodeId, name: string): Promise<string> {
  let candidate = name;
  for (let n = 1; await change.children.has(childKey(folder, candidate)); n += 1) candidate = alternativeName(name, n);
  return candidate;
}
