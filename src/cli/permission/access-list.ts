import type { Operations } from '../../contract/index.ts';
import type { Arguments, Result } from '../../contract/operation.ts';

export type NodePermissions = Result<Operations['getPermissions']>['permissions'];
/** In the one of the two forms of the call that is sent here. */
export type AccessListInput = Extract<
  Arguments<Operations['setPermissions']>['body'],
  { readonly permissions: unknown }
>;

const everyone = 'GROUP_EVERYONE';

/** The authority that people mean: a user name, a group with `GROUP_`, or `EVERYONE` in short. */
export const readAuthority = (text: string): string => (text.toUpperCase() === 'EVERYONE' ? everyone : text);

function authorityType(name: string): 'EVERYONE' | 'GROUP' | 'USER' {
  if (name === everyone) return 'EVERYONE';
  return name.startsWith('GROUP_') ? 'GROUP' : 'USER';
}

/** What is to become of a node's local permissions. */
export interface AccessChange {
  readonly authority: string | undefined;
  /** Take the place of what the authority had; empty takes all away. */
  readonly roles: readonly string[];
  /** Undefined: as it is. */
  readonly inherit: boolean | undefined;
}

/** The local list after a change: the entries of other authorities stay. */
export function changedAccessList(before: NodePermissions, change: AccessChange): AccessListInput {
  const { inherited, permissions } = before.localPermissions;
  const unchanged = permissions
    .filter(({ authority }) => authority.authorityName !== change.authority)
    .map(({ authority, permission, permissions: roles }) => ({ authority, permissions: roles ?? [permission] }));
  const { authority, roles } = change;
  const added =
    authority === undefined || roles.length === 0
      ? []
      : [
          {
            authority: { authorityName: authority, authorityType: authorityType(authority) },
            permissions: [...roles],
          },
        ];
  return { inherited: change.inherit ?? inherited, permissions: [...unchanged, ...added] };
}

/** The roles that an authority has on the node itself. */
export const rolesHere = ({ localPermissions }: NodePermissions, authority: string): string[] => [
  ...new Set(
    localPermissions.permissions
      .filter((entry) => entry.authority.authorityName === authority)
      .flatMap(({ permission, permissions }) => permissions ?? [permission]),
  ),
];

/** The local list in which an authority has exactly these roles; everything else stays. */
export const withRoles = (before: NodePermissions, authority: string, roles: readonly string[]): AccessListInput =>
  changedAccessList(before, { authority, roles, inherit: undefined });
