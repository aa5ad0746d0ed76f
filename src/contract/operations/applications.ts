import { z } from 'zod';
import { Application, ApplicationEntries, OAuthClientEntries, OAuthClientSecret } from '../objects/authentication.ts';
import { operation } from '../operation.ts';

const group = 'admin';

export const registerApplication = operation({
  method: 'PUT',
  path: '/admin/v1/applications/xml',
  summary: 'Register an app from Java properties in XML',
  description: 'Returns the properties of the app. No other app may have the same ID.',
  group,
  access: 'admin',
  dryRun: true,
  body: { kind: 'upload', field: 'xml' },
  result: Application,
});

export const listApplications = operation({
  method: 'GET',
  path: '/admin/v1/applications',
  summary: 'List the registered apps',
  group,
  access: 'admin',
  result: ApplicationEntries,
});

export const removeApplication = operation({
  method: 'DELETE',
  path: '/admin/v1/applications/{application}',
  summary: 'Remove an app with its usages, and end its sign-ins',
  group,
  access: 'admin',
  dryRun: true,
  params: z.object({ application: z.string() }),
  query: z.object({
    keepUsages: z
      .boolean()
      .default(false)
      .describe(
        'Specific to edu-repo: whether to keep the usages of the app, for registering it again with the same ID, such as with a new key.',
      ),
  }),
  result: 'empty',
});

const clientPath = z.object({ client: z.string().describe('A client ID.') });

export const addOAuthClient = operation({
  method: 'PUT',
  path: '/admin/v1/clients/{client}',
  summary: 'Register a client of the token endpoint and return its secret',
  description: 'Specific to edu-repo. The secret is shown only once. An existing client gets a new secret.',
  group,
  access: 'admin',
  dryRun: true,
  params: clientPath,
  result: OAuthClientSecret,
});

export const listOAuthClients = operation({
  method: 'GET',
  path: '/admin/v1/clients',
  summary: 'List the clients of the token endpoint',
  description: 'Specific to edu-repo. The built-in public client is not one of them.',
  group,
  access: 'admin',
  result: OAuthClientEntries,
});

export const removeOAuthClient = operation({
  method: 'DELETE',
  path: '/admin/v1/clients/{client}',
  summary: 'Remove a client of the token endpoint and end its sign-ins',
  description: 'Specific to edu-repo.',
  group,
  access: 'admin',
  dryRun: true,
  params: clientPath,
  result: 'empty',
});
