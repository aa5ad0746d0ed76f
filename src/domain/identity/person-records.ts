import type { NodeId } from '../../base/ids.ts';
import type { Timestamp } from '../../base/timestamp.ts';
import type { AccessControlEntry } from '../access/acl.ts';

/** What an application says of a person under one name. A list of these takes any name, `__proto__` too. */
export interface ExtendedAttribute {
  readonly name: string;
  readonly values: readonly string[];
}

export interface PersonRecord {
  /** Random, told to nobody, and never given to another person, whatever their name: what a person says is theirs by it. */
  readonly id: string;
  readonly userName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** What the person is at the school, in the words of whoever said so; null where nobody did. */
  readonly primaryAffiliation: string | null;
  /** Each name once, in the order of the names. */
  readonly extendedAttributes: readonly ExtendedAttribute[];
  /** As the `Passwords` port made it; null where the person cannot sign in by password. */
  readonly passwordHash: string | null;
  /**
   * Random, no secret, and new with the person and with every new password. Sessions, tickets and tokens carry it: one
   * that does not fit is dead, so none passes on to a later person of the same name.
   */
  readonly credentialStamp: string;
  readonly home: NodeId;
  /** Their home folder in the safe area; missing as long as they never entered it. */
  readonly safeHome?: NodeId;
  readonly createdAt: Timestamp;
}

/** When a person signed in. */
export interface LoginRecord {
  readonly first: Timestamp;
  /** Some minutes old at most, where the person has been at work since. */
  readonly last: Timestamp;
}

export interface GroupRecord {
  /** With the prefix `GROUP_`. */
  readonly name: string;
  readonly displayName: string;
  readonly groupType: string | null;
  readonly groupEmail: string | null;
  readonly scopeType: string | null;
  readonly createdAt: Timestamp;
}

/** The binding of a group to the folder that its members share. */
export interface OrganizationRecord {
  readonly folder: NodeId;
  /** What the binding granted there; it takes exactly this away again. */
  readonly granted: readonly AccessControlEntry[];
  readonly since: Timestamp;
}

/** An authority that is gone, and whose traces are still being removed from nodes. */
export interface AccountCleanupRecord {
  /** Who owns what a person owned; null where a group went, which owns nothing. */
  readonly owner: string | null;
  readonly at: Timestamp;
}
