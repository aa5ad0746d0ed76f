import type { NodeId } from '../base/ids.ts';
import { isFolderType } from '../domain/node-type.ts';
import type { ChildEntry, NodeRecord, VersionRecord } from '../domain/records.ts';
import { versionSortKey } from '../domain/version-number.ts';
import type { Change } from '../ports/store.ts';

/** Where the store keeps what belongs to a node. */
export const childKey = (parent: NodeId, name: string): string => `${parent}/${name}`;
export const childrenPrefix = (parent: NodeId): string => `${parent}/`;
export const versionKey = (version: Pick<VersionRecord, 'node' | 'version'>): string =>
  `${version.node}/${versionSortKey(version.version)}`;
export const versionsPrefix = (node: NodeId): string => `${node}/`;

const childEntryOf = (node: NodeRecord): ChildEntry => ({
  id: node.id,
  folder: isFolderType(node.type),
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

/** The state of a node as a version that stays. */
export const versionOf = (node: NodeRecord, comment: string): VersionRecord => ({
  node: node.id,
  version: node.version,
  comment,
  at: node.modifiedAt,
  by: node.modifiedBy,
  name: node.name,
  properties: node.properties,
  content: node.content,
});

/** Writes a node and its present state as a version. */
export function putNodeVersion(change: Change, node: NodeRecord, comment: string): void {
  putNode(change, node);
  const version = versionOf(node, comment);
  change.versions.put(versionKey(version), version);
}
