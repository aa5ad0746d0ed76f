import type { NodeId } from '../../base/ids.ts';
import type { Timestamp } from '../../base/timestamp.ts';
import type { AccessControlList } from '../access/acl.ts';
import type { SessionScope } from '../access/session-scope.ts';
import type { NodeRecord, PropertyBag } from './records.ts';
import { firstVersion, nextVersion } from './version-number.ts';

export interface NewNode {
  readonly id: NodeId;
  readonly parent: NodeId | null;
  readonly type: string;
  /** Whether this type has children instead of content. */
  readonly folder: boolean;
  readonly name: string;
  readonly at: Timestamp;
  /** Who makes it, and owns it. */
  readonly by: string;
  readonly aspects?: readonly string[];
  readonly properties?: PropertyBag;
  readonly acl?: AccessControlList;
  /** Given where the node is the top of what lies in this area. */
  readonly area?: SessionScope;
}

/** A node as it begins: in its first version, without content, and with the rights of its folder unless it has its own. */
export const newNode = (given: NewNode): NodeRecord => ({
  id: given.id,
  parent: given.parent,
  type: given.type,
  folder: given.folder,
  aspects: given.aspects ?? [],
  name: given.name,
  createdAt: given.at,
  createdBy: given.by,
  modifiedAt: given.at,
  modifiedBy: given.by,
  owner: given.by,
  properties: given.properties ?? {},
  content: null,
  version: firstVersion,
  latestVersion: firstVersion,
  acl: given.acl ?? null,
  archived: null,
  ...(given.area === undefined ? {} : { area: given.area }),
});

/** A node in a new version, whose number follows the highest. */
export function inNewVersion(node: NodeRecord): NodeRecord {
  const version = nextVersion(node.latestVersion);
  return { ...node, version, latestVersion: version };
}

/**
 * A node that begins as another one is now: type, aspects, properties, content, own picture and given text. Owner, times, history,
 * rights and what people say of it are its own. The copy of a reference is a reference to the same original.
 */
export const copyOf = (
  { type, folder, aspects, properties, content, ownPreview, givenText, original }: NodeRecord,
  given: Pick<NewNode, 'id' | 'parent' | 'name' | 'at' | 'by'>,
): NodeRecord => ({
  ...newNode({ ...given, type, folder, aspects, properties }),
  content,
  ...(ownPreview === undefined ? {} : { ownPreview }),
  ...(givenText === undefined ? {} : { givenText }),
  ...(original === undefined ? {} : { original }),
});
