import { z } from 'zod';
import { About, Status } from '../objects/service.ts';
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
