import { z } from 'zod';
import { Application, ApplicationEntries, OAuthClientEntries, OAuthClientSecret } from '../objects/authentication.ts';
import { operation } from '../operation.ts';

const group = 'admin';

export const registerApplication = operation({
  method: 'PUT',
  path: '/admin/v1/applications/xml',
  summary: 'Register an application by its Java properties in XML',
  description: 'Answers its properties. An application of that id must not be there yet.',
  group,
  access: 'admin',
  body: { kind: 'upload', field: 'xml' },
  result: Application,
});

export const listApplications = operation({
  method: 'GET',
  path: '/admin/v1/applications',
  summary: 'List the registered applications',
  group,
  access: 'admin',
  result: ApplicationEntries,
});

export const removeApplication = operation({
  method: 'DELETE',
  path: '/admin/v1/applications/{application}',
  summary: 'Remove an application, and end what it signed in',
  group,
  access: 'admin',
  params: z.object({ application: z.string() }),
  result: 'empty',
});

const clientPath = z.object({ client: z.string().describe('A client id.') });

export const addOAuthClient = operation({
  method: 'PUT',
  path: '/admin/v1/clients/{client}',
  summary: 'Register a client of the token endpoint, and give its secret this once',
  description: 'Choice of edu-repo. A known client gets a new secret.',
  group,
  access: 'admin',
  params: clientPath,
  result: OAuthClientSecret,
});

export const listOAuthClients = operation({
  method: 'GET',
  path: '/admin/v1/clients',
  summary: 'List the clients of the token endpoint',
  description: 'Choice of edu-repo.',
  group,
  access: 'admin',
  result: OAuthClientEntries,
});

export const removeOAuthClient = operation({
  method: 'DELETE',
  path: '/admin/v1/clients/{client}',
  summary: 'Remove a client of the token endpoint, and end what it signed in',
  description: 'Choice of edu-repo.',
  group,
  access: 'admin',
  params: clientPath,
  result: 'empty',
});
