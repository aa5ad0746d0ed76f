import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { operationNames, operations } from '../../src/contract/index.ts';
import { AnyNode } from '../../src/contract/objects/node.ts';
import { nodeForm } from '../../src/contract/objects/node-form.ts';
import type { Access, Operation } from '../../src/contract/operation.ts';

const table: readonly (readonly [string, Operation])[] = Object.entries(operations);
const accessLevels: readonly Access[] = [
  'public',
  'guest',
  'user',
  'self-or-admin',
  'self-guest-or-admin',
  'member-or-admin',
  'app-or-user',
  'app-or-admin',
  'admin',
];

/** Every form in which an operation can be called, such as `GET /node/{}`; names of parameters do not matter. */
function routesOf(operation: Operation): string[] {
  const forms = [{ method: operation.method, path: operation.path }, ...(operation.alsoServedAs ?? [])];
  return forms.map(({ method, path = operation.path }) => {
    return `${method} ${path.replaceAll(/\{[^}]+\}/g, '{}')}`;
  });
}

const namesIn = (path: string): string[] => [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name ?? '').sort();

const acceptanceFolder = fileURLToPath(new URL('../acceptance', import.meta.url));

/** The operations that the acceptance tests describe, each with effect, refusal and bad input. */
async function describedOperations(): Promise<Set<string>> {
  const files = (await readdir(acceptanceFolder, { recursive: true })).filter((name) => name.endsWith('.test.ts'));
  const texts = await Promise.all(files.map((name) => readFile(join(acceptanceFolder, name), 'utf8')));
  const calls = texts.join('\n').matchAll(/\bdescribeOperation\(\s*'(\w+)'/g);
  return new Set([...calls].map(([, name]) => name ?? ''));
}

describe('every operation of the table', () => {
  test.each(table)('%s says in one line what it does', (_, { summary }) => {
    expect(summary).toMatch(/^\p{Lu}[^\n]{5,80}[^.\s]$/u);
  });

  test.each(table)('%s belongs to a group', (_, { group }) => {
    expect(group).toMatch(/^[a-z]+$/);
  });

  test.each(table)('%s says who may try it', (_, { access }) => {
    expect(accessLevels).toContain(access);
  });

  test.each(table)('%s has a schema for each parameter of its path, and for no other', (_, operation) => {
    const declared = Object.keys(operation.params?.shape ?? {}).sort();
    const paths = [operation.path, ...(operation.alsoServedAs ?? []).map(({ path }) => path ?? operation.path)];
    for (const path of paths) expect(namesIn(path)).toEqual(declared);
  });

  test.each(table)('%s lists only statuses of refusals as errors', (_, { errors = [] }) => {
    for (const status of errors) expect(status).toSatisfy((value: number) => value >= 400 && value <= 599);
    expect(new Set(errors).size).toBe(errors.length);
  });

  test.each(table)('%s takes no body with GET', (_, { method, body }) => {
    expect(method === 'GET' && body !== undefined).toBe(false);
  });
});

/** Whether an answer of this schema has nodes in it, however deep. */
function hasNodes(schema: unknown): boolean {
  if (schema === AnyNode) return true;
  if (schema instanceof z.ZodArray) return hasNodes(schema.element);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return hasNodes(schema.unwrap());
  return schema instanceof z.ZodObject && Object.values(schema.shape).some(hasNodes);
}

describe('operations that answer nodes', () => {
  const answering = table.filter(([, { result }]) => hasNodes(result));

  test('are known', () => {
    expect(answering.map(([name]) => name)).toEqual(expect.arrayContaining(['getNode', 'listChildren', 'searchNodes']));
  });

  test.each(answering)('%s lets the caller choose their form', (_, { query }) => {
    expect(query?.shape).toMatchObject(nodeForm);
  });
});

/** The largest number of values, and of characters in all of them, that a query parameter may have by its schema. */
function sizeOf(schema: unknown): { readonly values: number; readonly characters: number } {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) {
    return sizeOf(schema.unwrap());
  }
  if (schema instanceof z.ZodString) return { values: 1, characters: schema.maxLength ?? 0 };
  if (!(schema instanceof z.ZodArray)) return { values: 1, characters: 0 };
  const checks = (schema.def.checks ?? []).map((check) => check._zod.def as { readonly maximum?: number });
  const values = Math.max(1, ...checks.map(({ maximum = 1 }) => maximum));
  return { values, characters: values * sizeOf(schema.element).characters };
}

test.each(table)(
  '%s says that its query may be long where a parameter may have long or many values',
  (_, operation) => {
    const sizes = Object.values(operation.query?.shape ?? {}).map(sizeOf);
    const isLong = sizes.some(({ values, characters }) => values > 150 || characters > 4_000);
    if (isLong) expect(operation.longQuery).toBe(true);
  },
);

describe('the table', () => {
  test('gives each method and path to one operation only, other forms included', () => {
    const routes = table.flatMap(([, operation]) => routesOf(operation));
    expect(routes.length).toBeGreaterThanOrEqual(operationNames.length);
    const shared = routes.filter((route, index) => routes.indexOf(route) !== index);
    expect(shared).toEqual([]);
  });

  test('is described by the acceptance tests, operation by operation', async () => {
    const described = await describedOperations();
    expect(operationNames.filter((name) => !described.has(name))).toEqual([]);
    expect([...described].filter((name) => !Object.hasOwn(operations, name))).toEqual([]);
  });
});
