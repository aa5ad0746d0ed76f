import { z } from 'zod';
import { NodeRef, Pagination, repositoryParam } from './common.ts';
import { User } from './people.ts';
import { AuthorityType } from './permissions.ts';

const groupText = z.string().max(1000);

/** A profile in a request. Unknown fields are ignored, because clients of later server versions send more. */
export const GroupProfileInput = z.object({
  displayName: groupText.optional().describe('Specific to edu-repo: the default is the name of the group.'),
  groupType: groupText.nullable().optional(),
  groupEmail: groupText.nullable().optional(),
  scopeType: groupText.nullable().optional(),
});

const GroupProfile = z.strictObject({
  displayName: z.string(),
  groupType: z.string().nullable(),
  groupEmail: z.string().nullable(),
  scopeType: z.string().nullable(),
});

/** The fields of groups, which media centres have too. */
export const groupFields = {
  authorityName: z.string(),
  authorityType: AuthorityType,
  groupName: z.string().describe('Without `GROUP_`.'),
  profile: GroupProfile,
};

export const Group = z.strictObject(groupFields);

export const Groups = z.array(Group);

export const GroupEntry = z.strictObject({ group: Group });
export const GroupEntries = z.strictObject({ groups: z.array(Group), pagination: Pagination });

/** The members of a group: people and groups. */
export const AuthorityEntries = z.strictObject({
  authorities: z.array(z.union([User, Group])),
  pagination: Pagination,
});

/** A group with a shared folder for its members. */
export const Organization = z.strictObject({ ...groupFields, sharedFolder: NodeRef });

export const OrganizationEntries = z.strictObject({
  organizations: z.array(Organization),
  pagination: Pagination,
  canCreate: z.boolean(),
});

/** `{repository}` and `{group}` in a path. */
export const groupPath = z.object({
  repository: repositoryParam,
  group: z.string().describe('The name of a group, with or without `GROUP_`.'),
});
