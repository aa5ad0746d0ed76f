/** Grants one permission (a role or a single right) to one authority. */
export interface AccessControlEntry {
  /** A user name, a group name with `GROUP_`, or a role such as `ROLE_OWNER`. */
  readonly authority: string;
  readonly permission: string;
}

/** The local permissions of a node. */
export interface AccessControlList {
  /** Whether what holds for the parent holds here too. */
  readonly inherits: boolean;
  readonly entries: readonly AccessControlEntry[];
}
