import { z } from 'zod';
import { About, Status, Verification } from '../objects/service.ts';
import { operation } from '../operation.ts';

export const getAbout = operation({
  method: 'GET',
  path: '/_about',
  summary: 'Get the version of the service and its parts',
  group: 'service',
  access: 'public',
  result: About,
});

export const getOpenApi = operation({
  method: 'GET',
  path: '/openapi.json',
  alsoServedAs: [{ method: 'GET', path: '/swagger.json' }],
  summary: 'Get the OpenAPI 3.1 document',
  group: 'service',
  access: 'public',
  result: z.record(z.string(), z.unknown()),
});

export const getStatus = operation({
  method: 'GET',
  path: '/admin/v1/status',
  summary: 'Get the status of the repository',
  description: 'Specific to edu-repo.',
  group: 'admin',
  access: 'admin',
  result: Status,
});

export const verifyRepository = operation({
  method: 'POST',
  path: '/admin/v1/verify',
  summary: 'Check the stored data for damage',
  description:
    'Specific to edu-repo. Reads the records of nodes and versions and all bytes of their contents, and reports what is missing or damaged. Repairs nothing. Each call checks a part of the repository, for about five seconds: repeat it with `after` set to the `next` of the response until `next` is null. The first call, without `after`, also checks the files of the metadata store; if they are damaged, the repository becomes read-only.',
  group: 'admin',
  access: 'admin',
  // Not `readsOnly`: the largest content may take longer than a call that only reads.
  repeatable: true,
  query: z.object({
    after: z.uuid().optional().describe('The `next` of the response before; omit it in the first call.'),
  }),
  result: Verification,
});
