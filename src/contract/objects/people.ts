import { z } from 'zod';
import { NodeRef, Pagination } from './common.ts';
import { AuthorityType } from './permissions.ts';

const personText = z.string().max(1000);

const attributes = z.record(z.string().max(200), z.array(z.string().max(10_000)).max(1_000));

/** UserProfile (2.2) as sent; fields of later servers that are not named here are taken and left aside. */
export const UserProfileInput = z.object({
  firstName: personText.optional(),
  lastName: personText.optional(),
  email: personText.optional(),
  primaryAffiliation: personText.nullable().optional(),
});

/** UserProfile (2.2) of somebody who is made. */
export const NewUserInput = UserProfileInput.extend({
  password: z
    .string()
    .optional()
    .describe(
      'Choice of edu-repo: `password` of the query without its traces in logs; this one counts where both are.',
    ),
});

/** What an application says of a person it signs in (compatibility 2): all of it is kept. */
export const AppUserProfile = UserProfileInput.extend({ extendedAttributes: attributes.nullable().optional() });

const UserProfile = z.strictObject({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  primaryAffiliation: z.string().nullable(),
});

/** User (2.5). */
export const User = z.strictObject({
  authorityName: z.string(),
  authorityType: AuthorityType,
  userName: z.string(),
  profile: UserProfile,
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
      'Choice of edu-repo: what applications said of the person, as `people.attributes` in the configuration names it.',
    ),
  homeFolder: NodeRef,
  sharedFolders: z.array(NodeRef),
});

export const UserEntry = z.strictObject({ person: User });
export const UserEntries = z.strictObject({ users: z.array(User), pagination: Pagination });

/** UserCredential (2.8). */
export const UserCredential = z.object({
  oldPassword: z.string().optional().describe('Needed by everybody but administrators.'),
  newPassword: z.string(),
});

/** What became of a person's material. */
export const DeletedPerson = z.strictObject({
  userName: z.string(),
  owner: z.string().describe('Who owns from now on what the person owned.'),
});

/** `{repository}` and `{person}` in a path. */
export const personPath = z.object({
  repository: z.string().describe('A repository id, or `-home-` for the home repository.'),
  person: z.string().describe('A user name, or `-me-` for the current user.'),
});
