import { z } from 'zod';
import { NodeRef, Pagination } from './common.ts';
import { AuthorityType } from './permissions.ts';
import { PersonStatus } from './person-settings.ts';

const personText = z.string().max(1000);

const attributes = z.record(z.string().max(200), z.array(z.string().max(10_000)).max(1_000));

/** A profile in a request. Unknown fields are ignored, because clients of later server versions send more. */
export const UserProfileInput = z.object({
  firstName: personText.optional(),
  lastName: personText.optional(),
  email: personText.optional(),
  primaryAffiliation: personText.nullable().optional(),
});

/** The profile of a new person, with an optional password. */
export const NewUserInput = UserProfileInput.extend({
  password: z
    .string()
    .optional()
    .describe('Specific to edu-repo: takes precedence over `password` in the query, which would appear in logs.'),
});

export const GeneratedPasswords = z.strictObject({ passwords: z.array(z.string()) });

/** The profile that an app sends when it signs in a person. All `extendedAttributes` are stored. */
export const AppUserProfile = UserProfileInput.extend({ extendedAttributes: attributes.nullable().optional() });

const UserProfile = z.strictObject({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  primaryAffiliation: z.string().nullable(),
});

export const User = z.strictObject({
  authorityName: z.string(),
  authorityType: AuthorityType,
  userName: z.string(),
  profile: UserProfile,
  status: z
    .strictObject({ status: PersonStatus })
    .describe('Whether the person may sign in. Follows the interface of later server versions.'),
  properties: z
    .strictObject({
      role: z.array(z.string()),
      school: z.array(z.string()),
      schoolNumber: z.array(z.string()),
      mediaCenter: z.array(z.string()),
      secondaryId: z.array(z.string()),
    })
    .partial()
    .describe(
      'Specific to edu-repo: attributes that apps send with a person. The setting `people.attributes` selects them.',
    ),
  homeFolder: NodeRef,
  sharedFolders: z.array(NodeRef),
});

export const UserEntry = z.strictObject({ person: User });
export const UserEntries = z.strictObject({ users: z.array(User), pagination: Pagination });

/** The request body for setting a password. */
export const UserCredential = z.object({
  oldPassword: z.string().optional().describe('Required, except for administrators.'),
  newPassword: z.string(),
});

/** `{repository}` and `{person}` in a path. */
export const personPath = z.object({
  repository: z.string().describe('A repository ID, or `-home-` for the home repository.'),
  person: z.string().describe('A user name, or `-me-` for the current user.'),
});
