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

/** A list without entries that inherits is none at all. */
const settled = (acl: AccessControlList): AccessControlList | null =>
  acl.inherits && acl.entries.length === 0 ? null : acl;

const same = (a: AccessControlEntry) => (b: AccessControlEntry) =>
  a.authority === b.authority && a.permission === b.permission;

/** The entries that are not in the list yet. */
export const missingEntries = (
  acl: AccessControlList | null,
  wanted: readonly AccessControlEntry[],
): AccessControlEntry[] => wanted.filter((entry) => !(acl?.entries.some(same(entry)) ?? false));

/** The list with these entries at its end. */
export const withEntries = (
  acl: AccessControlList | null,
  added: readonly AccessControlEntry[],
): AccessControlList | null =>
  settled({ inherits: acl?.inherits ?? true, entries: [...(acl?.entries ?? []), ...added] });

/** The list without these entries; the very same where it has none of them. */
export function withoutEntries(
  acl: AccessControlList | null,
  isRemoved: (entry: AccessControlEntry) => boolean,
): AccessControlList | null {
  if (acl === null) return null;
  const entries = acl.entries.filter((entry) => !isRemoved(entry));
  return entries.length === acl.entries.length ? acl : settled({ ...acl, entries });
}

/** Whether an entry is one of these. */
export const isOneOf =
  (entries: readonly AccessControlEntry[]) =>
  (entry: AccessControlEntry): boolean =>
    entries.some(same(entry));
