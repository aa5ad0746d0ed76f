import type { NodeId } from '../../base/ids.ts';
import type { Timestamp } from '../../base/timestamp.ts';
import type { AccessControlEntry } from '../access/acl.ts';

/** An attribute of a person that an app sent. Attributes are a list, since a name may be anything, even `__proto__`. */
export interface ExtendedAttribute {
  readonly name: string;
  readonly values: readonly string[];
}

export interface PersonRecord {
  /** Random, secret and never reused. Annotations refer to it, so a later person with the same user name does not get them. */
  readonly id: string;
  readonly userName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** The role of the person at the school, as the source states it; null if unknown. */
  readonly primaryAffiliation: string | null;
  /** Sorted by name. Names are unique. */
  readonly extendedAttributes: readonly ExtendedAttribute[];
  /** As the `Passwords` port returns it; null if the person cannot sign in with a password. */
  readonly passwordHash: string | null;
  /**
   * Random, not secret, and new for each person and each password. Sessions, tickets and tokens contain it and become
   * invalid when it changes, so a later person with the same user name cannot use them.
   */
  readonly credentialStamp: string;
  readonly home: NodeId;
  /** The home folder in the session scope `safe`; missing until the person enters it for the first time. */
  readonly safeHome?: NodeId;
  /** Whether an administrator has blocked the person from signing in. Missing if not. */
  readonly blocked?: true;
  /** Whether other people do not see the e-mail address. Missing if they see it. */
  readonly hidesMail?: true;
  readonly createdAt: Timestamp;
}

/** The times of a person's first and last sign-in. */
export interface LoginRecord {
  readonly first: Timestamp;
  /** May be some minutes out of date while the person is active. */
  readonly last: Timestamp;
}

export interface GroupRecord {
  /** The name with the prefix `GROUP_`. */
  readonly name: string;
  readonly displayName: string;
  readonly groupType: string | null;
  readonly groupEmail: string | null;
  readonly scopeType: string | null;
  readonly createdAt: Timestamp;
  /** Only for media centres. */
  readonly mediaCenter?: MediaCenterDetails;
}

/** What is known about a media centre besides its name. */
export interface MediaCenterDetails {
  /** The ID that other systems use. */
  readonly id: string | null;
  readonly location: string | null;
  readonly districtAbbreviation: string | null;
  readonly mainUrl: string | null;
  readonly contentStatus: 'Activated' | 'Deactivated' | null;
  readonly catalogs: readonly { readonly name: string | null; readonly url: string | null }[];
}

/** A list of nodes that a person keeps. */
export interface NodeListRecord {
  /** In the order in which they were added. Not empty. */
  readonly nodes: readonly NodeId[];
}

/** The binding of a group to the folder that its members share. */
export interface OrganizationRecord {
  readonly folder: NodeId;
  /** The entries that the binding added to the folder. Removing the binding removes exactly these. */
  readonly granted: readonly AccessControlEntry[];
  readonly since: Timestamp;
}

/** A deleted authority that the cleanup still has to remove from nodes. */
export interface AccountCleanupRecord {
  /** The new owner of the nodes of a deleted person; null for a deleted group, which owns nothing. */
  readonly owner: string | null;
  /** The ID of a deleted person (`PersonRecord.id`); missing for a group. */
  readonly person?: string;
  readonly at: Timestamp;
}
