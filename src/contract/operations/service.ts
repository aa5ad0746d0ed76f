import { z } from 'zod';
import { About, BackupPart, BackupRequest, Readiness, Status, Verification } from '../objects/service.ts';
import { operation } from '../operation.ts';

export const getAbout = operation({
  method: 'GET',
  path: '/_about',
  summary: 'Get the version of the service and its parts',
  group: 'service',
  access: 'public',
  result: About,
});

export const getReadiness = operation({
  method: 'GET',
  path: '/_about/status/{mode}',
  summary: 'Get whether a part of the service is ready',
  description:
    'For scripts that wait for a server, and for load balancers. `SERVICE` is ready once the server responds; `SEARCH` is ready once the search index is complete. Returns 503 if the part is not ready in time. Follows the interface of later server versions.',
  group: 'service',
  access: 'public',
  params: z.object({ mode: z.enum(['SERVICE', 'SEARCH']) }),
  query: z.object({
    timeoutSeconds: z
      .int()
      .min(0)
      .max(30)
      .default(10)
      .describe('Specific to edu-repo: how long to wait, in seconds; at most 30.'),
  }),
  result: Readiness,
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
    after: z.uuid().optional().describe('The `next` of the previous response; omit it in the first call.'),
  }),
  result: Verification,
});

export const backUpRepository = operation({
  method: 'POST',
  path: '/admin/v1/backup',
  summary: 'Make a backup in a folder on the server',
  description:
    'Specific to edu-repo. Only for the operator, who signs in by the token in the data directory, because it writes to the disk of the server. People can go on working meanwhile. Each call copies files for about five seconds: repeat it with `after` set to the `next` of the response until `next` is null. The last call copies the metadata store, which may take longer. The folder is then a complete data directory.',
  group: 'admin',
  access: 'admin',
  repeatable: true,
  body: { kind: 'json', name: 'backup', schema: BackupRequest },
  result: BackupPart,
  errors: [409],
});
