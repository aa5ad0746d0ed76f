import { z } from 'zod';

/** AuthorityType (2.1). */
export const AuthorityType = z.enum(['USER', 'GROUP', 'OWNER', 'EVERYONE', 'GUEST']);

export const Authority = z.strictObject({ authorityName: z.string(), authorityType: AuthorityType });

/** ACE as answered: the contract's `permission` and the later `permissions` say the same. */
export const Ace = z.strictObject({
  authority: Authority,
  permission: z.string(),
  permissions: z.array(z.string()),
});

export const Acl = z.strictObject({ inherited: z.boolean(), permissions: z.array(Ace) });

export const NodePermissionEntry = z.strictObject({
  permissions: z.strictObject({ localPermissions: Acl, inheritedPermissions: z.array(Ace) }),
});

const mostEntries = 1_000;

/** There are fewer than that to name. */
const mostPermissions = 100;

const AceGiven = z
  .object({
    authority: z.object({ authorityName: z.string().min(1), authorityType: AuthorityType.optional() }),
    permission: z.string().optional(),
    permissions: z.array(z.string()).max(mostPermissions).optional(),
  })
  .transform(({ authority, permission, permissions }) => ({
    authority: authority.authorityName,
    type: authority.authorityType,
    permissions: permissions ?? (permission === undefined ? [] : [permission]),
  }));

const AclFields = z.object({
  inherited: z.boolean().optional().describe('Choice of edu-repo: a missing one leaves it as it is.'),
  permissions: z.array(AceGiven).max(mostEntries).describe('Choice of edu-repo: not more than 1,000.'),
});

/** The body of the set-permissions call: an ACL, or the NodePermissions object whose local part counts. */
export const AclInput = z.union([
  AclFields,
  z.object({ localPermissions: AclFields }).transform(({ localPermissions }) => localPermissions),
]);
