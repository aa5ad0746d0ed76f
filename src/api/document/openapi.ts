import type { z } from 'zod';
import { isRequiredInContract } from '../../contract/contract-required.ts';
import { dryRunFolder } from '../../contract/dry-run.ts';
import { operationNames, operations } from '../../contract/index.ts';
import type { Method, Operation } from '../../contract/operation.ts';
import type { ApiSettings } from '../settings.ts';
import { describedFileHeaders } from './described-files.ts';
import { describedGroups } from './described-groups.ts';
import { describedResponses } from './described-responses.ts';
import { describeComponents, describeInput, type Json } from './described-schemas.ts';

function parametersOf(operation: Operation): Json[] {
  const list = (location: 'path' | 'query', schema: z.ZodObject | undefined): Json[] => {
    if (schema === undefined) return [];
    const described = describeInput(schema);
    const required = new Set((described['required'] as string[] | undefined) ?? []);
    const isRequired = (name: string): boolean => {
      const field: z.ZodType | undefined = schema.shape[name];
      return location === 'path' || required.has(name) || (field !== undefined && isRequiredInContract(field));
    };
    return Object.entries((described['properties'] as Record<string, Json> | undefined) ?? {}).map(([name, field]) => {
      const { description, ...type } = field;
      return {
        name,
        in: location,
        required: isRequired(name),
        ...(description === undefined ? {} : { description }),
        schema: type,
      };
    });
  };
  const headers = operation.result === 'file' ? describedFileHeaders : [];
  return [...list('path', operation.params), ...list('query', operation.query), ...headers];
}

function requestBodyOf(operation: Operation): Json | undefined {
  const { body } = operation;
  if (body === undefined) return undefined;
  if (body.kind === 'json') {
    const required = body.optional !== true || body.requiredInContract === true;
    return { required, content: { 'application/json': { schema: describeInput(body.schema) } } };
  }
  if (body.kind === 'form') {
    // `multipart/form-data` is read too, but with two types some generators send JSON.
    return { required: true, content: { 'application/x-www-form-urlencoded': { schema: describeInput(body.schema) } } };
  }
  if (body.kind === 'text') {
    const schema = { type: 'string', maxLength: body.maxCharacters };
    const form = { 'multipart/form-data': { schema: { type: 'object', properties: { text: schema } } } };
    const content = { 'text/plain': { schema }, ...(body.orInForm === true ? form : {}) };
    return { required: body.optional !== true, content };
  }
  const schema = { type: 'object', properties: { [body.field]: { type: 'string', format: 'binary' } } };
  return { required: true, content: { 'multipart/form-data': { schema } } };
}

const accessWords: Readonly<Record<Operation['access'], string>> = {
  public: 'No authentication required.',
  guest: 'Open to guests if the repository allows them. Returns only what the caller may read.',
  user: 'Authentication required.',
  'self-or-admin': 'For the person themselves and administrators.',
  'self-guest-or-admin':
    'For the person themselves and administrators. `-me-` is open to guests if the repository allows them.',
  'member-or-admin': 'For members of the group and administrators.',
  'app-or-user': 'For apps by their signature alone, and for signed-in people.',
  'app-or-admin': 'For apps by their signature alone, and for administrators.',
  admin: 'For administrators.',
};

const usageWords =
  'An app that uses the node may call this by its signature alone, with the headers or query parameters `X-Edu-Usage-Node-Id`, `X-Edu-Usage-Course-Id` and `X-Edu-Usage-Resource-Id`. `X-Edu-User-Id` is accepted and grants nothing.';

const servedTwice = ({ root }: Operation): string | undefined =>
  root === 'context'
    ? 'Specific to edu-repo: also served below `/rest`, for clients that know only one server.'
    : undefined;

function describeOperation(name: string, operation: Operation, isAlias: boolean): Json {
  const requestBody = requestBodyOf(operation);
  return {
    operationId: name,
    tags: [operation.group],
    summary: operation.summary,
    description: [
      operation.description,
      servedTwice(operation),
      !isAlias && operation.dryRun && `The same call below \`${dryRunFolder}\` only checks whether it would succeed.`,
      accessWords[operation.access],
      operation.byUsage && usageWords,
    ]
      .filter(Boolean)
      .join('\n\n'),
    ...(isAlias ? { deprecated: true } : {}),
    ...(operation.access === 'public' ? { security: [] } : {}),
    parameters: parametersOf(operation),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: describedResponses(operation),
  };
}

/** The methods and paths of an operation: its own first, then the aliases. */
const formsOf = (operation: Operation): { method: Method; path: string }[] => [
  { method: operation.method, path: operation.path },
  ...(operation.alsoServedAs ?? []).map(({ method, path }) => ({ method, path: path ?? operation.path })),
];

function describePaths(root: string): Json {
  const paths: Record<string, Json> = {};
  for (const name of operationNames) {
    const operation: Operation = operations[name];
    for (const [index, { method, path }] of formsOf(operation).entries()) {
      const item = paths[path] ?? (operation.root === 'context' ? { servers: [{ url: root || '/' }] } : {});
      const id = index === 0 ? name : `${name}As${method}${index}`;
      item[method.toLowerCase()] = describeOperation(id, operation, index > 0);
      paths[path] = item;
    }
  }
  return paths;
}

type Described = Pick<ApiSettings, 'contextPath' | 'publishedLimits'> &
  Partial<Pick<ApiSettings, 'publicUrl' | 'repository'>>;

/** The version of the interface (contract 9). */
const interfaceVersion = '1.0';

/** The path prefix of URLs as clients see them. Behind a proxy, it may differ from that of the server. */
const rootOf = ({ contextPath, publicUrl }: Described): string =>
  publicUrl === undefined ? contextPath : new URL(publicUrl).pathname.replace(/\/+$/, '');

const describeSecurity = (root: string): Json => ({
  basic: { type: 'http', scheme: 'basic' },
  bearer: { type: 'http', scheme: 'bearer' },
  oauth: {
    type: 'oauth2',
    flows: { password: { tokenUrl: `${root}/oauth2/token`, refreshUrl: `${root}/oauth2/token`, scopes: {} } },
  },
  ticket: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: '`EDU-TICKET`, a space, and a ticket that an app got from `signInByApp`.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'JSESSIONID',
    description: 'Set by `validateSession` and `loginToScope`. Browsers send it automatically.',
  },
});

/** The OpenAPI 3.1 document, generated from the table of operations. */
export const createOpenApi = (settings: Described): Json => {
  const root = rootOf(settings);
  return {
    openapi: '3.1.0',
    info: {
      title: 'edu-repo',
      version: interfaceVersion,
      description:
        'A repository for educational material. To send a list in a query, repeat the parameter. "Specific to edu-repo" marks what the common interface leaves open. `x-limits` has the limits of this repository, by their settings. "Earlier" and "later server versions" are the oldest and the newer versions of the server software that defined the interface.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    'x-limits': settings.publishedLimits,
    servers: [{ url: `${root}/rest` }],
    security: [{ basic: [] }, { bearer: [] }, { oauth: [] }, { ticket: [] }, { session: [] }],
    tags: describedGroups(),
    paths: describePaths(root),
    components: {
      schemas: describeComponents(settings.repository?.nodeForm ?? 'map'),
      securitySchemes: describeSecurity(root),
    },
  };
};
