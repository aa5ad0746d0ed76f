import { foldedName } from '../../base/normalized.ts';
import type { Operations } from '../../contract/index.ts';
import type { Arguments, Result } from '../../contract/operation.ts';

/** The roles that people give, for the help of a command. */
export const roleHelp =
  'roles: Consumer (reads), Contributor (also adds), Editor (also changes), Collaborator (adds and changes), Coordinator (everything, also deletes and shares)';

export type NodePermissions = Result<Operations['getPermissions']>['permissions'];
/** The body of `setPermissions`, in the form without `acl`. */
export type AccessListInput = Extract<
  Arguments<Operations['setPermissions']>['body'],
  { readonly permissions: unknown }
>;

/** The group of all people and guests. */
export const everyone = 'GROUP_EVERYONE';

/** Parses an authority: a user name, a group with `GROUP_`, or `EVERYONE` for `GROUP_EVERYONE`. */
export const readAuthority = (text: string): string => (text.toUpperCase() === 'EVERYONE' ? everyone : text);

function authorityType(name: string): 'EVERYONE' | 'GROUP' | 'USER' {
  if (name === everyone) return 'EVERYONE';
  return name.startsWith('GROUP_') ? 'GROUP' : 'USER';
}

/** Whether both name the same authority. The spelling of a user name does not matter. */
const isSame = (one: string, other: string | undefined): boolean =>
  one === other || (other !== undefined && !one.startsWith('GROUP_') && foldedName(one) === foldedName(other));

/** A change of a node's local ACL. */
export interface AccessChange {
  readonly authority: string | undefined;
  /** The new roles of the authority. Empty removes all its roles. */
  readonly roles: readonly string[];
  /** Whether the node inherits permissions; undefined to leave it unchanged. */
  readonly inherit: boolean | undefined;
}

/** The local ACL with exactly these roles for these authorities. Entries of other authorities stay. */
export function withAllRoles(
  { localPermissions: { inherited, permissions } }: NodePermissions,
  rolesOf: ReadonlyMap<string, readonly string[]>,
  inherit: boolean = inherited,
): AccessListInput {
  const names = [...rolesOf.keys()];
  const unchanged = permissions
    .filter(({ authority }) => !names.some((name) => isSame(authority.authorityName, name)))
    .map(({ authority, permission, permissions: roles }) => ({ authority, permissions: roles ?? [permission] }));
  const added = [...rolesOf]
    .filter(([, roles]) => roles.length > 0)
    .map(([name, roles]) => ({
      authority: { authorityName: name, authorityType: authorityType(name) },
      permissions: [...roles],
    }));
  return { inherited: inherit, permissions: [...unchanged, ...added] };
}

/** The local ACL after a change. Entries of other authorities stay. */
export const changedAccessList = (
  before: NodePermissions,
  { authority, roles, inherit }: AccessChange,
): AccessListInput => withAllRoles(before, new Map(authority === undefined ? [] : [[authority, roles]]), inherit);

/** The roles that the local ACL grants to an authority. */
export const rolesHere = ({ localPermissions }: NodePermissions, authority: string): string[] => [
  ...new Set(
    localPermissions.permissions
      .filter((entry) => isSame(entry.authority.authorityName, authority))
      .flatMap(({ permission, permissions }) => permissions ?? [permission]),
  ),
];

/** The roles that a new local ACL grants to an authority. */
export const rolesIn = ({ permissions }: AccessListInput, authority: string): string[] => [
  ...new Set(
    permissions
      .filter((entry) => isSame(entry.authority.authorityName, authority))
      .flatMap(({ permission, permissions: roles }) => roles ?? [permission ?? '']),
  ),
];

/** The local ACL with exactly these roles for an authority. Everything else stays. */
export const withRoles = (before: NodePermissions, authority: string, roles: readonly string[]): AccessListInput =>
  changedAccessList(before, { authority, roles, inherit: undefined });
