import type { ContentHash, NodeId } from '../../base/ids.ts';
import type { Timestamp } from '../../base/timestamp.ts';
import type { AccessControlList } from '../access/acl.ts';
import type { SessionScope } from '../access/session-scope.ts';
import type { RatingSum } from '../annotations/annotation-records.ts';
import type { VersionNumber } from './version-number.ts';

/** Property values by short name (`cm:title`). Every name has a namespace, so none can be a key of a prototype. */
export type PropertyBag = Readonly<Record<string, readonly string[]>>;

/** The bytes of a node or of one of its versions. */
export interface ContentReference {
  readonly hash: ContentHash;
  readonly size: number;
  readonly mimeType: string;
}

/** A text in place of the one in a content: it counts as long as the node has that content. */
export interface CustomText {
  /** Null: the node had none. */
  readonly inPlaceOf: ContentHash | null;
  readonly text: ContentReference;
}

/** A folder or a content object. */
export interface NodeRecord {
  readonly id: NodeId;
  /** Null at the company home, and at the top of what lies in an area. */
  readonly parent: NodeId | null;
  readonly type: string;
  /** Whether it has children instead of content: what the dictionary said of its type when it was made. */
  readonly folder: boolean;
  readonly aspects: readonly string[];
  /** Exactly as it was sent; unique among its siblings by code points. */
  readonly name: string;
  readonly createdAt: Timestamp;
  readonly createdBy: string;
  readonly modifiedAt: Timestamp;
  readonly modifiedBy: string;
  readonly owner: string;
  readonly properties: PropertyBag;
  readonly content: ContentReference | null;
  /** The picture that somebody gave the node; missing where it shows what was made of its content. */
  readonly ownPreview?: ContentReference;
  /** The text that somebody gave the node to be found by. */
  readonly givenText?: CustomText;
  /** The version that the node shows now. */
  readonly version: VersionNumber;
  /** The highest version that there is; the next new one follows it. */
  readonly latestVersion: VersionNumber;
  /** Its own access control list; null where all comes from above. */
  readonly acl: AccessControlList | null;
  /** Set at the top node of what was deleted; what lies below is archived with it. */
  readonly archived: { readonly at: Timestamp; readonly by: string } | null;
  /** Set at the top node of what lies in an area; what lies below is in it too. */
  readonly area?: SessionScope;
  /** How many comments there are on it; missing: none. */
  readonly commentCount?: number;
  /** What its ratings add up to; missing: there are none. */
  readonly ratings?: RatingSum;
  /** The node that this one stands for in a collection; missing: it stands for itself. */
  readonly original?: NodeId;
}

/** What a listing needs to know of a child without reading its record. */
export interface ChildEntry {
  readonly id: NodeId;
  readonly folder: boolean;
  readonly owner: string;
  /** Whether the child has an access control list of its own. */
  readonly ownAcl: boolean;
}

/** What of a node belongs to its versions. */
export type VersionState = Pick<NodeRecord, 'name' | 'properties' | 'content'>;

/** A version of a node. */
export interface VersionRecord {
  readonly node: NodeId;
  readonly version: VersionNumber;
  readonly comment: string;
  readonly at: Timestamp;
  readonly by: string;
  /** What the node was, for ever. Null as long as the node still is what it was then: its own record tells it. */
  readonly state: VersionState | null;
}

/** A version with all that the node was then. */
export type Version = Omit<VersionRecord, 'state'> & VersionState;

/** The top node of what was deleted, as lists of the trash need it. */
export interface TrashRecord {
  readonly name: string;
  readonly at: Timestamp;
  /** Who deleted it, for ever. */
  readonly by: string;
  /** Who may have it back for having deleted it: the same, or whoever took over from them. */
  readonly deleter: string;
  readonly owner: string;
  /** The area in which it lay. The node itself does not tell it any more once the folder above is gone. */
  readonly area: SessionScope | null;
}

/** The fixed points of a repository, written when it is made. */
export interface SystemFolders {
  /** The top folder, `-companyhome-`. */
  readonly companyHome: NodeId;
  /** The folder that holds the home folders of people. */
  readonly userHomes: NodeId;
  /** The folder that holds the collections of the first level. */
  readonly collections: NodeId;
}
