import { z } from 'zod';
import { AuthorityType } from './permissions.ts';

const Place = z.strictObject({
  id: z.string(),
  path: z
    .string()
    .describe(
      'The path from the first folder that the caller may read. Starts with `/` at the top folder, and with `~/` in the home folder of the caller.',
    ),
});

const Reason = z.strictObject({
  kind: z
    .enum(['administrator', 'owner', 'top-folder', 'usage', 'person', 'group', 'everyone', 'guest', 'hidden'])
    .describe(
      '`person`, `group`, `everyone`, `guest`: an entry in the permissions of `place` that names the person, a group of the person, everyone, or guests. `top-folder`: everyone who is signed in may list the top folder. `usage`: the app of the caller uses the node. `hidden`: permissions that the caller may not see.',
    ),
  permission: z.string().nullable().describe('The permission that the entry grants; null for other kinds.'),
  place: Place.nullable().describe('The node with the entry; null for other kinds, and if the caller may not read it.'),
  groups: z
    .array(z.string().nullable())
    .describe(
      'From the group that the person is a direct member of to the one in the entry. Null stands for groups that the caller may not see.',
    ),
  onOriginal: z
    .boolean()
    .describe('Whether it concerns the original of a reference, on which the person needs the right, too.'),
});

export const AccessCheck = z.strictObject({
  rights: z.array(
    z.strictObject({
      right: z.string(),
      granted: z.boolean(),
      reasons: z
        .array(Reason)
        .describe('Each reason is enough; if none is, all of them together are. Empty if the right is not granted.'),
    }),
  ),
});

const NamedAuthority = z.strictObject({ authorityName: z.string(), authorityType: AuthorityType });

const AccessPlace = z.strictObject({
  node: Place.nullable().describe('Null for a folder above that the caller may not read.'),
  above: z.boolean().describe('Whether it is a folder above the node, whose permissions the node inherits.'),
  owner: z.string().nullable().describe('Has all rights on the node itself. Null for a folder above.'),
  inherited: z.boolean().describe('Whether it inherits the permissions of its folder.'),
  permissions: z.array(z.strictObject({ authority: NamedAuthority, permissions: z.array(z.string()) })),
  apps: z.array(z.string()).describe('The IDs of the apps that may read the node because they use it.'),
});

export const AccessAudit = z.strictObject({
  places: z.array(AccessPlace),
  next: z.string().nullable().describe('The value of `after` for the next page; null at the end.'),
});

export const SharedWithPerson = z.strictObject({
  shared: z.array(
    z.strictObject({ node: Place, owner: z.string(), authority: NamedAuthority, permissions: z.array(z.string()) }),
  ),
  next: z.string().nullable().describe('The value of `after` for the next page; null at the end.'),
});

export const NameMeanings = z.strictObject({
  names: z.array(
    z.strictObject({
      name: z.string(),
      authorities: z
        .array(NamedAuthority)
        .describe('Several if people and groups have this name, none if it is unknown.'),
    }),
  ),
});
