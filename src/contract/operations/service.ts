import { z } from 'zod';
import { About, Session, Status } from '../objects/service.ts';
import { operation } from '../operation.ts';

export const getAbout = operation({
  method: 'GET',
  path: '/_about',
  summary: 'Tell the version of the service and its parts',
  group: 'service',
  access: 'public',
  result: About,
});

export const getOpenApi = operation({
  method: 'GET',
  path: '/openapi.json',
  alsoServedAs: [{ method: 'GET', path: '/swagger.json' }],
  summary: 'Describe the interface in OpenAPI 3.1',
  group: 'service',
  access: 'public',
  result: z.record(z.string(), z.unknown()),
});

export const validateSession = operation({
  method: 'GET',
  path: '/authentication/v1/validateSession',
  alsoServedAs: [{ method: 'POST' }],
  summary: 'Tell who is signed in',
  description:
    'Always answers 200. After a sign-in by header, the answer sets the cookie JSESSIONID. Choice of edu-repo: only this call opens a session.',
  group: 'authentication',
  access: 'public',
  result: Session,
});

export const getStatus = operation({
  method: 'GET',
  path: '/admin/v1/status',
  summary: 'Tell how the repository is doing',
  description: 'Choice of edu-repo.',
  group: 'admin',
  access: 'admin',
  result: Status,
});
