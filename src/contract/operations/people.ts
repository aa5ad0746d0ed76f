import { z } from 'zod';
import { namePattern, paging, repositoryParam } from '../objects/common.ts';
import { GroupEntries } from '../objects/groups.ts';
import {
  DeletedPerson,
  NewUserInput,
  personPath,
  User,
  UserCredential,
  UserEntries,
  UserEntry,
  UserProfileInput,
} from '../objects/people.ts';
import { operation } from '../operation.ts';

const group = 'iam';
const path = '/iam/v1/people/{repository}/{person}';

export const createPerson = operation({
  method: 'POST',
  path,
  summary: 'Make a person with a home folder',
  description: 'Choice of edu-repo: answers the new person, as later servers do.',
  group,
  access: 'admin',
  params: personPath,
  query: z.object({
    password: z
      .string()
      .optional()
      .describe(
        'Without one the person cannot sign in by password. Servers and proxies write queries into their logs: better in the body.',
      ),
  }),
  body: { kind: 'json', name: 'profile', schema: NewUserInput },
  result: User,
});

export const getPerson = operation({
  method: 'GET',
  path,
  summary: 'Read a person',
  group,
  access: 'self-or-admin',
  params: personPath,
  result: UserEntry,
});

export const searchPeople = operation({
  method: 'GET',
  path: '/iam/v1/people/{repository}',
  summary: 'Search people by name',
  group,
  access: 'admin',
  params: z.object({ repository: repositoryParam }),
  query: z.object({
    pattern: namePattern('user name, first name, last name and mail address'),
    ...paging({ defaultSize: 500 }),
  }),
  result: UserEntries,
});

export const updatePersonProfile = operation({
  method: 'PUT',
  path: `${path}/profile`,
  summary: 'Change what is said of a person',
  description: 'Fields that are not named stay as they are. Only an administrator may change `primaryAffiliation`.',
  group,
  access: 'self-or-admin',
  params: personPath,
  body: { kind: 'json', name: 'properties', schema: UserProfileInput },
  result: 'empty',
});

export const setPersonCredential = operation({
  method: 'PUT',
  path: `${path}/credential`,
  summary: 'Set a password',
  description: 'Ends all sessions and tokens of the person.',
  group,
  access: 'self-or-admin',
  params: personPath,
  body: { kind: 'json', name: 'credential', schema: UserCredential },
  result: 'empty',
  errors: [429],
});

export const deletePerson = operation({
  method: 'DELETE',
  path,
  summary: 'Delete a person and keep their material',
  description:
    'Nobody can delete themselves or `admin`, as whom the command line on the server acts. Choice of edu-repo: tells who owns the material, the home folder included, from now on; it is handed over behind the answer.',
  group,
  access: 'admin',
  params: personPath,
  query: z.object({
    owner: z.string().optional().describe('Choice of edu-repo: who is to own it; without it, whoever deletes.'),
  }),
  result: DeletedPerson,
});

export const listMemberships = operation({
  method: 'GET',
  path: `${path}/memberships`,
  summary: 'List the groups that a person is a member of, not through other groups',
  group,
  access: 'self-or-admin',
  params: personPath,
  query: z.object(paging({ defaultSize: 500 })),
  result: GroupEntries,
});
