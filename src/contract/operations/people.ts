import { z } from 'zod';
import { personPath, UserEntry, UserProfileGiven } from '../objects/people.ts';
import { operation } from '../operation.ts';

export const createPerson = operation({
  method: 'POST',
  path: '/iam/v1/people/{repository}/{person}',
  summary: 'Make a person with a home folder',
  group: 'iam',
  access: 'admin',
  params: personPath,
  query: z.object({
    password: z.string().optional().describe('Without one the person cannot sign in by password.'),
  }),
  body: { kind: 'json', name: 'profile', schema: UserProfileGiven },
  result: UserEntry,
});

export const getPerson = operation({
  method: 'GET',
  path: '/iam/v1/people/{repository}/{person}',
  summary: 'Read a person',
  group: 'iam',
  access: 'self-or-admin',
  params: personPath,
  result: UserEntry,
});
