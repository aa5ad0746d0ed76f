import type { z } from 'zod';
import type { Ace, NodePermissionEntry } from '../../../contract/objects/permissions.ts';
import type { AccessControlEntry } from '../../../domain/access/acl.ts';
import { authorityTypeOf } from '../../../domain/access/authorities.ts';
import type { NodePermissions } from '../../../services/nodes/permissions.ts';

/**
 * One ACE for each authority and permission. Clients of earlier server versions read `permission`, those of later server
 * versions `permissions`.
 */
const presentAce = ({ authority, permission }: AccessControlEntry): z.output<typeof Ace> => ({
  authority: { authorityName: authority, authorityType: authorityTypeOf(authority) },
  permission,
  permissions: [permission],
});

export const presentPermissions = (permissions: NodePermissions): z.output<typeof NodePermissionEntry> => ({
  permissions: {
    localPermissions: {
      inherited: permissions.local.inherits,
      permissions: permissions.local.entries.map(presentAce),
    },
    inheritedPermissions: permissions.inherited.map(presentAce),
  },
});
