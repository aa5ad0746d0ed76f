import { z } from 'zod';
import { NodeRef } from './common.ts';
import { AuthorityType } from './permissions.ts';

const personText = z.string().max(1000);

/** UserProfile (2.2) as sent; fields of later servers are taken and left aside. */
export const UserProfileGiven = z.object({
  firstName: personText.optional(),
  lastName: personText.optional(),
  email: personText.optional(),
});

const UserProfile = z.strictObject({ firstName: z.string(), lastName: z.string(), email: z.string() });

/** User (2.5). */
export const User = z.strictObject({
  authorityName: z.string(),
  authorityType: AuthorityType,
  userName: z.string(),
  profile: UserProfile,
  homeFolder: NodeRef,
  sharedFolders: z.array(NodeRef),
});

export const UserEntry = z.strictObject({ person: User });

/** `{repository}` and `{person}` in a path. */
export const personPath = z.object({
  repository: z.string().describe('A repository id, or `-home-` for the home repository.'),
  person: z.string().describe('A user name, or `-me-` for the current user.'),
});
