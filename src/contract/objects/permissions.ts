import { z } from 'zod';

export const AuthorityType = z.enum(['USER', 'GROUP', 'OWNER', 'EVERYONE', 'GUEST']);

export const Authority = z.strictObject({ authorityName: z.string(), authorityType: AuthorityType });

/** An ACE in a response. Clients of earlier server versions read `permission`, those of later ones `permissions`. */
export const Ace = z.strictObject({
  authority: Authority,
  permission: z.string(),
  permissions: z.array(z.string()),
});

export const Acl = z.strictObject({ inherited: z.boolean(), permissions: z.array(Ace) });

export const NodePermissionEntry = z.strictObject({
  permissions: z.strictObject({ localPermissions: Acl, inheritedPermissions: z.array(Ace) }),
});

const maxEntries = 1_000;

/** The maximum number of permissions in one entry: more than exist. */
const maxPermissions = 100;

/**
 * The permissions of an entry. Clients of earlier server versions send back an entry with a changed `permission` and the
 * `permissions` that they do not know. So `permission` counts alone if `permissions` lacks it.
 */
const permissionsIn = (
  permission: string | undefined,
  permissions: readonly string[] | undefined,
): readonly string[] =>
  permission === undefined || permissions?.includes(permission) === true ? (permissions ?? []) : [permission];

const AceInput = z
  .object({
    authority: z.object({ authorityName: z.string().min(1), authorityType: AuthorityType.optional() }),
    permission: z.string().optional(),
    permissions: z.array(z.string()).max(maxPermissions).optional(),
  })
  .transform(({ authority, permission, permissions }) => ({
    authority: authority.authorityName,
    type: authority.authorityType,
    permissions: permissionsIn(permission, permissions),
  }));

const AclFields = z.object({
  inherited: z.boolean().optional().describe('Specific to edu-repo: if it is missing, inheritance does not change.'),
  permissions: z.array(AceInput).max(maxEntries).describe('Specific to edu-repo: at most 1,000 entries.'),
});

/** The permissions to set: an ACL, or a NodePermissions object, of which only `localPermissions` is used. */
export const AclInput = z.union([
  AclFields,
  z.object({ localPermissions: AclFields }).transform(({ localPermissions }) => localPermissions),
]);
