import type { z } from 'zod';
import type { NodeForm } from '../../../contract/objects/node-form.ts';
import type { Ace, NodePermissionEntry } from '../../../contract/objects/permissions.ts';
import type { AccessControlEntry } from '../../../domain/access/acl.ts';
import { authorityTypeOf } from '../../../domain/access/authorities.ts';
import { strongestPermission } from '../../../domain/access/rights.ts';
import type { NodePermissions } from '../../../services/nodes/permissions.ts';

type WireAce = z.output<typeof Ace>;

const aceOf = (authority: string, permission: string, permissions: readonly string[]): WireAce => ({
  authority: { authorityName: authority, authorityType: authorityTypeOf(authority) },
  permission,
  permissions: [...permissions],
});

/** One ACE for each authority and permission, as the contract has it: its clients read `permission`. */
const splitAces = (entries: readonly AccessControlEntry[]): WireAce[] =>
  entries.map(({ authority, permission }) => aceOf(authority, permission, [permission]));

/** One ACE for each authority, as later server versions return it: their clients read the first ACE of an authority. */
export function mergedAces(entries: readonly AccessControlEntry[]): WireAce[] {
  const byAuthority = new Map<string, string[]>();
  for (const { authority, permission } of entries) {
    const permissions = byAuthority.get(authority);
    if (permissions === undefined) byAuthority.set(authority, [permission]);
    else permissions.push(permission);
  }
  return [...byAuthority].map(([authority, permissions]) =>
    aceOf(authority, strongestPermission(permissions), permissions),
  );
}

const acesOf: Readonly<Record<NodeForm, typeof splitAces>> = { map: mergedAces, list: splitAces };

export const presentPermissions = (
  { local, inherited }: NodePermissions,
  form: NodeForm,
): z.output<typeof NodePermissionEntry> => ({
  permissions: {
    localPermissions: { inherited: local.inherits, permissions: acesOf[form](local.entries) },
    inheritedPermissions: acesOf[form](inherited),
  },
});
