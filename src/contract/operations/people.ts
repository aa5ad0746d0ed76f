import { z } from 'zod';
import { authoritySort } from '../objects/authority-sort.ts';
import { namePattern, paging, repositoryParam } from '../objects/common.ts';
import { AuthorityEntries, GroupEntries } from '../objects/groups.ts';
import {
  GeneratedPasswords,
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
  summary: 'Create a person with a home folder',
  description: 'Returns the new person, which the client library of the web front end reads.',
  group,
  access: 'admin',
  dryRun: true,
  params: personPath,
  query: z.object({
    password: z
      .string()
      .optional()
      .describe(
        'Without a password, the person cannot sign in by password. Prefer the body, because servers and proxies log queries.',
      ),
  }),
  body: { kind: 'json', name: 'profile', schema: NewUserInput },
  result: User,
});

export const generatePasswords = operation({
  method: 'POST',
  path: '/iam/v1/passwords/{repository}',
  summary: 'Generate passwords for new people',
  description:
    'Specific to edu-repo. Returns passwords of 80 random bits. `createPerson` with one of them is fast: the server needs no slow hash for a password that it generated itself. Each is fast once, and only until the server restarts.',
  group,
  access: 'admin',
  repeatable: true,
  params: z.object({ repository: repositoryParam }),
  query: z.object({ count: z.int().min(1).max(500).default(1).describe('How many passwords; at most 500.') }),
  result: GeneratedPasswords,
});

export const getPerson = operation({
  method: 'GET',
  path,
  summary: 'Get a person',
  description:
    'A guest gets a record without a profile. Specific to edu-repo: its `homeFolder` has an empty ID, because guests have no home folder.',
  group,
  access: 'self-guest-or-admin',
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
    pattern: namePattern('the user name, first name, last name and e-mail address'),
    ...authoritySort('`userName`, `firstName`, `lastName`, `email`', '`userName`'),
    ...paging({ defaultSize: 500 }),
  }),
  result: UserEntries,
});

export const updatePersonProfile = operation({
  method: 'PUT',
  path: `${path}/profile`,
  summary: 'Update the profile of a person',
  description: 'Omitted fields do not change. Only administrators can change `primaryAffiliation`.',
  group,
  access: 'self-or-admin',
  dryRun: true,
  params: personPath,
  body: { kind: 'json', name: 'properties', schema: UserProfileInput },
  result: 'empty',
});

export const setPersonCredential = operation({
  method: 'PUT',
  path: `${path}/credential`,
  summary: 'Set the password of a person',
  description: 'Ends all sessions and tokens of the person.',
  group,
  access: 'self-or-admin',
  dryRun: true,
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
    'Callers cannot delete themselves. The account `admin` cannot be deleted, because the command line on the server uses it. The nodes and the home folder of the person get a new owner. The transfer continues in the background.',
  group,
  access: 'admin',
  dryRun: true,
  params: personPath,
  query: z.object({
    owner: z.string().optional().describe('Specific to edu-repo: the new owner. The default is the caller.'),
  }),
  result: 'empty',
});

export const listMemberships = operation({
  method: 'GET',
  path: `${path}/memberships`,
  summary: 'List the groups that a person is a direct member of',
  group,
  access: 'self-or-admin',
  params: personPath,
  query: z.object({
    pattern: z.string().max(1000).default('').describe('The same syntax as in `searchGroups`.'),
    ...paging({ defaultSize: 500 }),
  }),
  result: GroupEntries,
});

export const searchAuthorities = operation({
  method: 'GET',
  path: '/iam/v1/authorities/{repository}',
  summary: 'Search groups and people by name',
  description:
    'Groups come first, then people, both by name. Specific to edu-repo: for administrators, like the searches for people and for groups.',
  group,
  access: 'admin',
  params: z.object({ repository: repositoryParam }),
  query: z.object({
    pattern: namePattern('the fields of `searchPeople` and `searchGroups`'),
    groupType: z.string().max(1000).optional().describe('Only groups of this type, and no people.'),
    global: z.boolean().optional().describe('Ignored; the search always covers the whole repository.'),
    ...paging({ defaultSize: 500 }),
  }),
  result: AuthorityEntries,
});
