import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { operations } from '../../src/contract/index.ts';
import type { Operation } from '../../src/contract/operation.ts';

const docs = fileURLToPath(new URL('../../docs/', import.meta.url));
const text = readFileSync(`${docs}contract.md`, 'utf8');

interface Row {
  readonly method: string;
  readonly path: string;
  readonly name: string;
  readonly file: string;
}

const rows = [
  ...text.matchAll(/^\| (GET|POST|PUT|DELETE) +\| `([^`]+)` +\| `(\w+)` +\| \[[^\]]+\]\(([^)]+)\) +\|$/gm),
].map(([, method = '', path = '', name = '', file = '']): Row => ({ method, path, name, file }));

const table: Readonly<Record<string, Operation>> = operations;

const formsOf = ({ method, path, alsoServedAs = [] }: Operation): string[] =>
  [{ method, path }, ...alsoServedAs].map((form) => `${form.method} ${form.path ?? path}`);

describe('docs/contract.md', () => {
  test('has a row for each call of section 4, and for the two outside of it', () => {
    expect(rows).toHaveLength(48);
    expect(new Set(rows.map(({ method, path }) => `${method} ${path}`)).size).toBe(rows.length);
  });

  test.each(rows)('$method $path is served by $name', ({ method, path, name }) => {
    const operation = table[name];
    expect(operation === undefined ? [] : formsOf(operation)).toContain(`${method} ${path}`);
  });

  test.each(rows)('$name is shown by $file', ({ name, file }) => {
    expect(existsSync(`${docs}${file}`)).toBe(true);
    expect(readFileSync(`${docs}${file}`, 'utf8')).toMatch(new RegExp(`describeOperation\\(\\s*'${name}'`));
  });

  // The calls of section 4 whose "Out" is none. Those that a field client needs a body of are in a table of their own.
  const silent = [
    ['4.2', 'addMember', 'removeMember', 'updateGroupProfile', 'createGroup', 'deleteGroup', 'setPersonCredential'],
    ['4.2', 'updatePersonProfile', 'createPerson', 'deletePerson'],
    ['4.5', 'deleteNode', 'setPermissions'],
    ['4.6', 'putOrganization', 'deleteOrganization'],
  ].flatMap(([section = '', ...names]) => names.map((name) => ({ section, name })));

  test.each(silent)('$section $name | out: none: has no body, or is told with the client that needs it', ({ name }) => {
    const { method = '', path = '', result } = table[name] ?? {};
    const needed = text.slice(
      text.indexOf('### Calls without an output'),
      text.indexOf('## Sentences that are not met'),
    );
    expect(result === 'empty').toBe(!needed.includes(`| \`${method} ${path}\` |`));
  });

  test('links to files that there are', () => {
    const links = [...text.matchAll(/\]\((?!http)([^)#]+)\)/g)].map(([, link = '']) => link);
    const missing = links.filter((link) => !existsSync(`${docs}${link}`));
    expect(missing.filter((link) => !/\/(usages|repositories)\.test\.ts$/.test(link))).toEqual([]);
  });
});
