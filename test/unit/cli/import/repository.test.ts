import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImportItem } from '../../../../src/cli/import/item.ts';
import type { SourceOptions } from '../../../../src/cli/import/source.ts';
import { repositorySource } from '../../../../src/cli/import/sources/repository.ts';
import type { Client } from '../../../../src/client/client.ts';
import { run } from '../../../cli/run-line.ts';
import { anna } from '../../../support/people.ts';
import { addressInput, readSource, valuesOf } from '../../../support/read-source.ts';
import { type ServedSchool, serveSchool } from '../../../support/served-schools.ts';
import { makeFile, makeFolder, type WireNode } from '../../../support/trees.ts';

let school: ServedSchool;
let top: WireNode;
let inner: WireNode;
let sheet: WireNode;
let link: WireNode;
let settings = '';

const properties = {
  'cclom:title': 'Brüche',
  'cclom:general_keyword': ['Brüche', 'Klasse 6'],
  'ccm:commonlicense_key': 'CC_BY_SA',
  'ccm:replicationsource': 'elsewhere',
};

beforeAll(async () => {
  settings = join(await mkdtemp(join(tmpdir(), 'repository-')), 'settings.yaml');
  school = await serveSchool('there');
  top = await makeFolder(school.anna, { name: 'Mathe' });
  inner = await makeFolder(school.anna, { parent: top.ref.id, name: 'Klasse 6' });
  sheet = await makeFile(school.anna, 'Aufgaben', { parent: inner.ref.id, name: 'Blatt.txt', properties });
  const { node } = await school.anna.createNode({
    repository: '-home-',
    node: top.ref.id,
    type: 'ccm:io',
    body: { 'cm:name': ['Seite'], 'ccm:wwwurl': ['https://example.org/'] },
  });
  link = node as WireNode;
});

afterAll(async () => {
  await school?.close();
  await rm(join(settings, '..'), { recursive: true, force: true });
});

const contextWith = (client: Client) =>
  ({
    connect: async () => ({ client, where: school.url, dataDirectory: undefined }),
  }) as unknown as SourceOptions['context'];

const itemAt = (items: readonly ImportItem[], where: string) => {
  const item = items.find((each) => each.where === where);
  if (item === undefined) throw new Error(`There is no item at ${where}.`);
  return item;
};

async function expectTree({ items }: { readonly items: readonly ImportItem[] }): Promise<void> {
  expect(items.map(({ where }) => where).sort()).toEqual(['Klasse 6', 'Klasse 6/Blatt.txt', 'Seite']);
  expect(itemAt(items, 'Klasse 6')).toMatchObject({ kind: 'folder', key: inner.ref.id, folders: [], name: 'Klasse 6' });
  const file = itemAt(items, 'Klasse 6/Blatt.txt');
  expect(file).toMatchObject({
    kind: 'file',
    key: sheet.ref.id,
    folders: ['Klasse 6'],
    name: 'Blatt.txt',
    problems: [],
  });
  expect(valuesOf(file)).toEqual({
    'cclom:title': ['Brüche'],
    'cclom:general_keyword': ['Brüche', 'Klasse 6'],
    'ccm:commonlicense_key': ['CC_BY_SA'],
  });
  const { content } = file;
  expect(content).toMatchObject({ kind: 'stream', fileName: 'Blatt.txt', mimeType: 'text/plain', size: 8 });
  if (content?.kind !== 'stream') throw new Error('The file has no stream.');
  expect(await textOf(await content.open())).toBe('Aufgaben');
  expect(await textOf(await content.open())).toBe('Aufgaben');
  const page = itemAt(items, 'Seite');
  expect([page.key, page.content, valuesOf(page)]).toEqual([
    link.ref.id,
    undefined,
    { 'ccm:wwwurl': ['https://example.org/'] },
  ]);
}

describe('a folder of another repository', () => {
  const input = () => addressInput(`repo:${top.ref.id}`);

  test('is recognised by its address', async () => {
    for (const text of ['there:/Mathe', 'repo:~/Mathe', 'there:~']) {
      expect(await repositorySource.recognises(addressInput(text)), text).toBe(true);
    }
    for (const text of ['https://example.org/', 'C:/Mathe', 'repo:nonsense/..', '/Mathe']) {
      expect(await repositorySource.recognises(addressInput(text)), text).toBe(false);
    }
  });

  test('comes with folders, files, links and metadata', async () => {
    const read = await readSource(repositorySource, input(), { context: contextWith(school.anna) });
    await expectTree(read);
    expect(read.source).toMatchObject({ name: school.url });
  });

  test('comes from a server that returns properties as lists, sizes as texts, and null', async () => {
    const asListed = (node: WireNode): unknown => ({
      ...node,
      size: node.size === undefined || node.size === null ? null : String(node.size),
      properties: Object.entries(node.properties ?? {}).map(([name, values]) => ({ name, values })),
    });
    const listChildren: Client['listChildren'] = async (input) => {
      const page = await school.anna.listChildren(input);
      return { ...page, nodes: page.nodes.map((node) => asListed(node as WireNode)) } as typeof page;
    };
    const context = contextWith({ ...school.anna, listChildren });
    await expectTree(await readSource(repositorySource, input(), { context }));
  });

  test('comes from a remote', async () => {
    const environment = { EDU_REPO_CONFIG: settings, EDU_REPO_USER: anna.userName, EDU_REPO_PASSWORD: anna.password };
    expect(await run(['remote', 'add', 'there', school.url], { environment })).toMatchObject({ code: 0 });
    const output = { detail: () => undefined, report: () => undefined };
    const context = { globals: {}, environment, output } as unknown as SourceOptions['context'];
    const read = await readSource(repositorySource, addressInput(`there:${top.ref.id}`), { context });
    await expectTree(read);
    expect(read.source.understoodAs).toBe(`the folder ${top.ref.id} of the repository there`);
    await expect(readSource(repositorySource, addressInput('there:/nowhere'), { context })).rejects.toThrow(
      '/nowhere does not exist.',
    );
  });

  test('may be a file', async () => {
    const address = addressInput(`repo:${sheet.ref.id}`);
    const { items } = await readSource(repositorySource, address, { context: contextWith(school.anna) });
    expect(items.map(({ where, key, folders }) => [where, key, folders])).toEqual([['Blatt.txt', sheet.ref.id, []]]);
  });
});
