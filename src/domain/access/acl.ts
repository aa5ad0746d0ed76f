/** Grants a permission (a role or a single right) to an authority. */
export interface AccessControlEntry {
  /** A user name, a group name with the prefix `GROUP_`, or a special name such as `ROLE_OWNER`. */
  readonly authority: string;
  readonly permission: string;
}

/** The access control list (ACL) of a node itself. */
export interface AccessControlList {
  /** Whether the effective ACL includes that of the parent. */
  readonly inherits: boolean;
  readonly entries: readonly AccessControlEntry[];
}

/** The ACL, or null for one that only inherits, which has no effect. */
const withoutEmpty = (acl: AccessControlList): AccessControlList | null =>
  acl.inherits && acl.entries.length === 0 ? null : acl;

const isSame = (a: AccessControlEntry) => (b: AccessControlEntry) =>
  a.authority === b.authority && a.permission === b.permission;

/** The entries of `required` that the ACL does not have yet. */
export const missingEntries = (
  acl: AccessControlList | null,
  required: readonly AccessControlEntry[],
): AccessControlEntry[] => required.filter((entry) => !(acl?.entries.some(isSame(entry)) ?? false));

/** The ACL with these entries appended. */
export const withEntries = (
  acl: AccessControlList | null,
  added: readonly AccessControlEntry[],
): AccessControlList | null =>
  withoutEmpty({ inherits: acl?.inherits ?? true, entries: [...(acl?.entries ?? []), ...added] });

/** The ACL without these entries. Returns the same object if it has none of them. */
export function withoutEntries(
  acl: AccessControlList | null,
  isRemoved: (entry: AccessControlEntry) => boolean,
): AccessControlList | null {
  if (acl === null) return null;
  const entries = acl.entries.filter((entry) => !isRemoved(entry));
  return entries.length === acl.entries.length ? acl : withoutEmpty({ ...acl, entries });
}

/** Returns a predicate that tests whether an entry is one of these. */
export const isOneOf =
  (entries: readonly AccessControlEntry[]) =>
  (entry: AccessControlEntry): boolean =>
    entries.some(isSame(entry));
