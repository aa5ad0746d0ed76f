import type { NodeId } from '../../base/ids.ts';
import type { Timestamp } from '../../base/timestamp.ts';
import type { AccessControlList } from '../access/acl.ts';
import type { SessionScope } from '../access/session-scope.ts';
import type { NodeRecord, PropertyBag } from './records.ts';
import { firstVersion, nextVersion } from './version-number.ts';

/** What `newNode` needs to create a node. */
export interface NewNode {
  readonly id: NodeId;
  readonly parent: NodeId | null;
  readonly type: string;
  /** Whether this type has children instead of content. */
  readonly folder: boolean;
  readonly name: string;
  readonly at: Timestamp;
  /** The user name of its creator and owner. */
  readonly by: string;
  readonly aspects?: readonly string[];
  readonly properties?: PropertyBag;
  readonly acl?: AccessControlList;
  /** The session scope, if the node is the top of one. */
  readonly area?: SessionScope;
  /** Whether no folder, list or search shows it. */
  readonly unlisted?: true;
}

/** A new node in its first version, without content. Without an ACL it inherits that of its folder. */
export const newNode = (draft: NewNode): NodeRecord => ({
  id: draft.id,
  parent: draft.parent,
  type: draft.type,
  folder: draft.folder,
  aspects: draft.aspects ?? [],
  name: draft.name,
  createdAt: draft.at,
  createdBy: draft.by,
  modifiedAt: draft.at,
  modifiedBy: draft.by,
  owner: draft.by,
  properties: draft.properties ?? {},
  content: null,
  version: firstVersion,
  latestVersion: firstVersion,
  acl: draft.acl ?? null,
  archived: null,
  ...(draft.area === undefined ? {} : { area: draft.area }),
  ...(draft.unlisted === undefined ? {} : { unlisted: draft.unlisted }),
});

/** The node in a new version, numbered after the highest one. */
export function inNewVersion(node: NodeRecord): NodeRecord {
  const version = nextVersion(node.latestVersion);
  return { ...node, version, latestVersion: version };
}

/**
 * A copy of a node. It takes over type, aspects, properties and what of them was read from the file, content, custom preview and custom text, and whether it is or
 * has child objects, but not owner, times, versions, ACL and annotations. The copy of a reference is a reference to the same original.
 */
export const copyOf = (
  { type, folder, hasChildObjects, isChildObject, aspects, properties, content, ...more }: NodeRecord,
  target: Pick<NewNode, 'id' | 'parent' | 'name' | 'at' | 'by'>,
): NodeRecord => ({
  ...newNode({ ...target, type, folder, aspects, properties }),
  content,
  ...(hasChildObjects && { hasChildObjects }),
  ...(isChildObject && { isChildObject }),
  ...(more.ownPreview && { ownPreview: more.ownPreview }),
  ...(more.givenText && { givenText: more.givenText }),
  ...(more.readFromFile && { readFromFile: more.readFromFile }),
  ...(more.original && { original: more.original }),
});
