import type { z } from 'zod';
import type { Ace, NodePermissionEntry } from '../../../contract/objects/permissions.ts';
import type { AccessControlEntry } from '../../../domain/access/acl.ts';
import { authorityTypeOf } from '../../../domain/access/authorities.ts';
import type { NodePermissions } from '../../../services/nodes/permissions.ts';

/** An ACE per authority and permission, with the field of the contract and that of later server versions. */
const presentAce = ({ authority, permission }: AccessControlEntry): z.output<typeof Ace> => ({
  authority: { authorityName: authority, authorityType: authorityTypeOf(authority) },
  permission,
  permissions: [permission],
});

/** NodePermissionEntry (2.9). */
export const presentPermissions = (permissions: NodePermissions): z.output<typeof NodePermissionEntry> => ({
  permissions: {
    localPermissions: {
      inherited: permissions.local.inherits,
      permissions: permissions.local.entries.map(presentAce),
    },
    inheritedPermissions: permissions.inherited.map(presentAce),
  },
});
