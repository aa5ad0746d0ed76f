import type { ContentHash, NodeId } from '../../base/ids.ts';
import type { Timestamp } from '../../base/timestamp.ts';
import type { AccessControlList } from '../access/acl.ts';
import type { SessionScope } from '../access/session-scope.ts';
import type { RatingSum } from '../annotations/annotation-records.ts';
import type { VersionNumber } from './version-number.ts';

/** Property values by short name (`cm:title`). Every name has a namespace, so none can collide with a key of a prototype. */
export type PropertyBag = Readonly<Record<string, readonly string[]>>;

/** A digest of the values that the last bulk import sent of each property, to recognize what people changed since. */
export type ImportedValues = Readonly<Record<string, string>>;

/** A digest of the values that were read from the file of a node, by property, to recognize what people changed since. */
export type ReadValues = Readonly<Record<string, string>>;

/** A reference to the bytes of a node or of one of its versions. */
export interface ContentReference {
  readonly hash: ContentHash;
  readonly size: number;
  readonly mimeType: string;
}

/** A text for the search index in place of the extracted one. It is valid only while the node has the same content. */
interface CustomText {
  /** The content at the time; null if the node had none. */
  readonly inPlaceOf: ContentHash | null;
  readonly text: ContentReference;
}

/** A folder or a content object. */
export interface NodeRecord {
  readonly id: NodeId;
  /** The parent: a folder, or the file of a child object. Null at the company home and at the top of a session scope. */
  readonly parent: NodeId | null;
  readonly type: string;
  /** Whether it has children instead of content, by the content model at the time of its creation. */
  readonly folder: boolean;
  readonly aspects: readonly string[];
  /** Set at a file that has, or once had, child objects. Missing at folders. */
  readonly hasChildObjects?: true;
  /** Set at a file whose parent is a file. Folders and searches do not show it. */
  readonly isChildObject?: true;
  /** Exactly as the client sent it. Unique among its siblings by code points. */
  readonly name: string;
  readonly createdAt: Timestamp;
  readonly createdBy: string;
  readonly modifiedAt: Timestamp;
  readonly modifiedBy: string;
  readonly owner: string;
  readonly properties: PropertyBag;
  readonly content: ContentReference | null;
  /** The custom preview; missing if the node shows the thumbnail of its content. */
  readonly ownPreview?: ContentReference;
  /** The custom text for the search index. */
  readonly givenText?: CustomText;
  readonly version: VersionNumber;
  /** The highest version number. The next version gets the number after it. */
  readonly latestVersion: VersionNumber;
  /** Its own ACL; null if it only inherits. */
  readonly acl: AccessControlList | null;
  /** Set at the top node of a deleted subtree. The nodes below are archived with it. */
  readonly archived: { readonly at: Timestamp; readonly by: string } | null;
  /** The session scope, set only at its top node. The nodes below are in the scope too. */
  readonly area?: SessionScope;
  /** Set at a node that no folder, list or search shows, such as a data export. Only its ID leads to it. */
  readonly unlisted?: true;
  /** The number of comments; missing if there are none. */
  readonly commentCount?: number;
  /** The sum of its ratings; missing if there are none. */
  readonly ratings?: RatingSum;
  /** What the last bulk import sent; missing if the node was not imported. */
  readonly imported?: ImportedValues;
  /** What was read from its file; missing if nothing ever was. */
  readonly readFromFile?: ReadValues;
  /** The node that a reference in a collection points to. Missing if the node is not a reference. */
  readonly original?: NodeId;
}

/** The data of a child that a listing needs, so that it need not read the record of the child. */
export interface ChildEntry {
  readonly id: NodeId;
  readonly folder: boolean;
  /** As in its record. */
  readonly hasChildObjects?: true;
  readonly owner: string;
  /** Whether the child has its own ACL. */
  readonly ownAcl: boolean;
}

/** The parts of a node that each version has. */
export type VersionState = Pick<NodeRecord, 'name' | 'properties' | 'content'>;

export interface VersionRecord {
  readonly node: NodeId;
  readonly version: VersionNumber;
  readonly comment: string;
  readonly at: Timestamp;
  readonly by: string;
  /** The state of this version. Null while it is the current state, which the record of the node has. */
  readonly state: VersionState | null;
}

/** A version with its state. */
export type Version = Omit<VersionRecord, 'state'> & VersionState;

/** The top node of a deleted subtree, as listings of the trash need it. */
export interface TrashRecord {
  readonly name: string;
  readonly at: Timestamp;
  /** The user who deleted it. Never changes. */
  readonly by: string;
  /**
   * The user with the right of the deleter to restore it: the one who deleted it, or the successor of a deleted
   * account.
   */
  readonly deleter: string;
  readonly owner: string;
  /** The session scope of the node. It cannot be derived from the node after the folder above is deleted. */
  readonly area: SessionScope | null;
}

/** The system folders, written when the repository is created. */
export interface SystemFolders {
  /** The top folder, `-companyhome-`. */
  readonly companyHome: NodeId;
  /** The parent of all home folders. */
  readonly userHomes: NodeId;
  /** The parent of all top-level collections. */
  readonly collections: NodeId;
  /** The parent of all data exports; missing until there is the first one. */
  readonly exports?: NodeId;
  /** The parent of the folders of bulk imports; missing until there is the first one. */
  readonly imports?: NodeId;
}
