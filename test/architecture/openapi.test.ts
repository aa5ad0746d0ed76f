import { validate } from '@apidevtools/swagger-parser';
import { describe, expect, test } from 'vitest';
import { createOpenApi } from '../../src/api/document/openapi.ts';
import { operationNames, operations } from '../../src/contract/index.ts';
import type { Operation } from '../../src/contract/operation.ts';
import { commandReference, generatedDocuments, textOnDisk } from '../support/documents.ts';

interface Described {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: unknown;
  readonly responses: Readonly<Record<string, unknown>>;
}

type Document = Parameters<typeof validate>[0] & {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
};

const text = generatedDocuments.find(({ file }) => file.endsWith('openapi.json'))?.text() ?? '';

/** A copy for each test: to validate a document changes it. */
// Its form is what the first test is about.
const openApi = (): Document => JSON.parse(text) as Document;

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const document = openApi();
    expect(document.openapi).toBe('3.1.0');
    await expect(validate(document)).resolves.toBeDefined();
  });

  test('is found invalid when something in it is wrong', async () => {
    const broken = JSON.parse(JSON.stringify(openApi()).replaceAll('"responses":', '"answers":')) as Document;
    await expect(validate(broken)).rejects.toThrow();
    const dangling = JSON.parse(
      JSON.stringify(openApi()).replaceAll('/schemas/NodeEntry"', '/schemas/Nothing"'),
    ) as Document;
    await expect(validate(dangling)).rejects.toThrow();
  });

  test.each(operationNames)('describes %s with all its parameters, its body and its refusals', (name) => {
    const operation: Operation = operations[name];
    const described = openApi().paths[operation.path]?.[operation.method.toLowerCase()];
    expect(described?.operationId).toBe(name);
    const expected = [...Object.keys(operation.params?.shape ?? {}), ...Object.keys(operation.query?.shape ?? {})];
    const headers = operation.result === 'file' ? ['Range', 'If-Range', 'If-Match', 'If-None-Match'] : [];
    expect(described?.parameters.map((parameter) => parameter.name)).toEqual([...expected, ...headers]);
    expect(described?.requestBody !== undefined).toBe(operation.body !== undefined);
    const statuses = Object.keys(described?.responses ?? {});
    if (operation.result === 'file') expect(statuses).toEqual(expect.arrayContaining(['206', '304', '412', '416']));
    // Any sign-in can be wrong, not understood or too often, and any work can be too much at the moment.
    const always = ['200', '400', '401', '429', '500', '503'];
    expect(statuses).toEqual(expect.arrayContaining([...always, ...(operation.errors ?? []).map(String)]));
  });

  test('names no path parameter that it does not declare, and gives none a default', () => {
    for (const [path, item] of Object.entries(openApi().paths)) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
      for (const [method, described] of Object.entries(item)) {
        if (method === 'servers') continue;
        const inPath = described.parameters.filter((parameter) => parameter.in === 'path');
        expect(inPath.map(({ name }) => name).sort(), path).toEqual(names);
        expect(JSON.stringify(inPath), path).not.toContain('"default"');
      }
    }
  });

  test('says no two operations by one name', () => {
    const ids = Object.values(openApi().paths).flatMap((item) =>
      Object.values(item).flatMap(({ operationId }) => operationId ?? []),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThanOrEqual(operationNames.length);
  });
});

type Schema = Readonly<Record<string, unknown>>;

/** All schemas in a part of the document, with where they are. */
function schemasIn(part: unknown, at = ''): [string, Schema][] {
  if (typeof part !== 'object' || part === null) return [];
  const inside = Object.entries(part).flatMap(([key, value]) => schemasIn(value, `${at}/${key}`));
  return Array.isArray(part) ? inside : [[at, part as Schema], ...inside];
}

// openapi-generator (Python, Java), openapi-typescript, hey-api and orval read the document; what stopped one of them.
describe('what generators of clients read', () => {
  const form = { contextPath: '/edu-sharing', publishedLimits: {} };
  const listsByDefault = createOpenApi({ ...form, repository: { id: 'school', title: 'School', nodeForm: 'list' } });

  test.each<[string, unknown]>([
    ['the document', openApi()],
    ['that of a repository with nodes as lists', listsByDefault],
  ])('%s has no pattern beside a date, which they would test against parsed dates', (_, document) => {
    const dates = schemasIn(document).filter(([, { format }]) => format === 'date-time');
    expect(dates.length).toBeGreaterThan(10);
    expect(dates.filter(([, { pattern }]) => pattern !== undefined)).toEqual([]);
  });

  test('the token endpoint names the form type alone: with two, a generator sends JSON', () => {
    const { requestBody } = openApi().paths['/oauth2/token']?.['post'] ?? {};
    expect(Object.keys((requestBody as { readonly content: object }).content)).toEqual([
      'application/x-www-form-urlencoded',
    ]);
  });

  test.each<[string, unknown, string, string]>([
    ['the document', openApi(), 'Node', 'NodeVersion'],
    ['that of a repository with nodes as lists', listsByDefault, 'NodeInLists', 'NodeVersionInLists'],
  ])(
    '%s has one shape of a node in responses, the default one, and the other as a schema of its own',
    (_, document, node, version) => {
      const { schemas } = (document as { readonly components: { readonly schemas: Record<string, Schema> } })
        .components;
      const one = ([, { anyOf = [], oneOf = [] }]: [string, Schema]) =>
        [...(anyOf as Schema[]), ...(oneOf as Schema[])].filter(({ $ref }) => $ref !== undefined).length < 2;
      const choices = schemasIn(schemas).filter((schema) => !one(schema));
      // People and groups have different fields, and each entry says by `authorityType` which it is.
      expect(choices.map(([at]) => at)).toEqual(['/AuthorityEntries/properties/authorities/items']);
      const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
      expect(schemas).toMatchObject({
        NodeEntry: { properties: { node: ref(node) } },
        NodeEntries: { properties: { nodes: { items: ref(node) } } },
        NodeVersionEntry: { properties: { version: ref('NodeVersionInLists') } },
        NodeVersionEntries: { properties: { versions: { items: ref(version) } } },
      });
      for (const name of ['Node', 'NodeInLists', 'NodeVersion', 'NodeVersionInLists'])
        expect(schemas).toHaveProperty(name);
      expect(JSON.stringify(document)).not.toContain('x-default-form');
    },
  );
});

describe('generated pages', async () => {
  test.each([...generatedDocuments, await commandReference()])(
    '$file is fresh: «npm run docs» would write the same',
    (document) => {
      expect(textOnDisk(document)).toBe(document.text());
    },
  );
});
