import { beforeAll, describe, expect, test } from 'vitest';
import { hiddenItems } from '../../src/cli/collection/hidden-items.ts';
import type { RepositoryNode } from '../../src/cli/node-arguments/node.ts';
import { withTemporaryRepository } from './temporary-repository.ts';

const { run, json } = withTemporaryRepository();

interface Entry {
  readonly ref: { readonly id: string };
  readonly title: string;
  readonly name: string;
  readonly originalId?: string;
  readonly collection: Record<string, unknown>;
}

interface Listed {
  readonly collections: Entry[];
  readonly references: Entry[];
}

const create = async (title: string, ...more: string[]): Promise<Entry> =>
  (await json<{ collection: Entry }>(['collection', 'create', title, ...more])).collection;

const get = async (address: string): Promise<Entry> =>
  (await json<{ collection: Entry }>(['collection', 'get', address])).collection;

const listed = (...words: string[]) => json<Listed>(['collection', 'list', ...words]);

const namesIn = async (address: string) => (await listed(address)).references.map(({ name }) => name);

const idOf = async (path: string): Promise<string> => (await json<{ node: Entry }>(['node', 'get', path])).node.ref.id;

beforeAll(async () => {
  for (const name of ['A.md', 'B.md', 'C.md']) await run(['node', 'create', '/', name]);
});

describe('collections', () => {
  test('are made, found by their titles or their id, and listed', async () => {
    const mathe = await create('Mathe', '--description', 'Für Klasse 7', '--color', '#975B5D');
    expect(mathe.collection).toMatchObject({ description: 'Für Klasse 7', color: '#975B5D', scope: 'MY' });
    const inner = await create('Brüche', '--in', 'Mathe');
    for (const address of ['Mathe/Brüche', '/Mathe/Brüche/', inner.ref.id, 'Mathe/Brüche'.normalize('NFD')]) {
      expect((await get(address)).ref.id).toBe(inner.ref.id);
    }
    expect((await listed()).collections.map(({ title }) => title)).toContain('Mathe');
    expect((await listed('Mathe')).collections.map(({ title }) => title)).toEqual(['Brüche']);
    expect((await run(['collections', 'ls', 'Mathe'])).stdout).toMatch(/MY +nothing .*Brüche\//);
    expect((await run(['collection', 'list', 'Mathe', '-o', 'csv'])).stdout).toContain(`${inner.ref.id},collection,MY`);
  });

  test('are listed by scope', async () => {
    await create('Aushang', '--scope', 'EDU_ALL');
    await create('Eigenes');
    const titles = async (scope: string) => (await listed('--scope', scope)).collections.map(({ title }) => title);
    expect(await titles('EDU_ALL')).toEqual(['Aushang']);
    expect(await titles('MY')).toEqual(expect.arrayContaining(['Aushang', 'Eigenes']));
    expect((await run(['collection', 'list', '--scope', 'ALLE'])).code).toBe(2);
    expect((await run(['collection', 'list', 'Eigenes', '--scope', 'MY'])).code).toBe(2);
  });

  test('change', async () => {
    await create('Alt', '--description', 'x');
    await run(['collection', 'update', 'Alt', '--title', 'Neu', '--scope', 'EDU_ALL', '--description', '']);
    expect((await get('Neu')).collection).toMatchObject({ title: 'Neu', scope: 'EDU_ALL', description: null });
    expect((await run(['collection', 'update', 'Neu'])).code).toBe(2);
    expect((await run(['-n', 'collection', 'update', 'Neu', '--title', 'Nie'])).stderr).toContain('Would change Neu');
    expect((await run(['collection', 'get', 'Alt'])).code).toBe(3);
  });

  test('gather nodes, which stay where they are', async () => {
    await create('Sammlung');
    const add = ['collection', 'add', 'Sammlung'];
    expect((await run([...add, '/B.md', '/A.md'])).code).toBe(0);
    expect((await run([...add, '-'], { input: `${await idOf('/C.md')}\n` })).code).toBe(0);
    expect(await namesIn('Sammlung')).toEqual(['A.md', 'B.md', 'C.md']);
    expect((await run([...add, '/A.md'])).code).toBe(6);
    const again = await run([...add, '/A.md', '/Nirgends.md']);
    expect(again.code).toBe(7);
    expect(again.stderr).toMatch(/A\.md: .*already[\s\S]*Nirgends\.md: /);
    expect((await run(['-n', ...add, '/A.md'])).code).toBe(6);
    expect((await run(['-n', ...add, '/Fehlt.md'])).code).toBe(3);
    expect((await run(['collection', 'remove', 'Sammlung', '/A.md'])).code).toBe(0);
    expect((await run(['-n', ...add, '/A.md'])).stderr).toContain('Would add /A.md to Sammlung.');
    const [first] = (await listed('Sammlung')).references;
    expect((await run(['collection', 'remove', 'Sammlung', first?.ref.id ?? ''])).code).toBe(0);
    expect(await namesIn('Sammlung')).toEqual(['C.md']);
    expect((await run(['collection', 'remove', 'Sammlung', '/A.md'])).code).toBe(3);
    expect((await run(['node', 'get', '/A.md'])).code).toBe(0);
  });

  test('that are shared say how many of their items are not, and share them', async () => {
    await run(['user', 'create', 'lena', '--generate-password']);
    await run(['group', 'create', '7c']);
    await create('Geteilt');
    for (const name of ['A.md', 'B.md']) await run(['collection', 'add', 'Geteilt', `/${name}`]);
    const { id } = (await get('Geteilt')).ref;
    for (const [authority, written] of [
      ['lena', 'lena'],
      ['GROUP_7c', 'GROUP_7c'],
    ] as const) {
      const shared = await run(['permission', 'add', id, authority, 'Consumer']);
      expect(shared.stderr).toContain(
        `2 items of Geteilt are not shared with ${written}. To share them: edu-repo collection share ${id} ${written}\n`,
      );
      const dry = await run(['collection', 'share', id, authority, '-n']);
      expect(dry.stderr).toContain(`Would share Geteilt and 2 items in it with ${written}.\n`);
      const done = await run(['collection', 'share', 'Geteilt', authority]);
      expect([done.code, done.stderr]).toEqual([0, `Shared Geteilt and 2 items in it with ${written}.\n`]);
      expect((await run(['permission', 'add', id, authority, 'Consumer'])).stderr).toBe('');
      expect((await run(['permission', 'get', '/A.md'])).stdout).toMatch(new RegExp(`${written} +\\w+ +Consumer`));
    }
  });

  test('say how many of their items are not shared with who opens them', () => {
    const node = (hiddenReferencesCount?: number) =>
      ({ collection: { hiddenReferencesCount } }) as unknown as RepositoryNode;
    expect(hiddenItems(node(4))).toBe('4 items are not shared with you.');
    expect(hiddenItems(node(1))).toBe('1 item is not shared with you.');
    for (const count of [0, undefined]) expect(hiddenItems(node(count))).toBeUndefined();
  });

  test('are put in order', async () => {
    await create('Reihe');
    await run(['collection', 'add', 'Reihe', '/A.md', '/B.md', '/C.md']);
    expect((await run(['collection', 'order', 'Reihe', '/C.md', '/A.md'])).code).toBe(0);
    expect(await namesIn('Reihe')).toEqual(['C.md', 'A.md', 'B.md']);
    const ids = (await run(['collection', 'list', 'Reihe', '-o', 'id'])).stdout.trim().split('\n').reverse();
    expect((await run(['collection', 'order', 'Reihe', '-'], { input: ids.join('\n') })).code).toBe(0);
    expect(await namesIn('Reihe')).toEqual(['B.md', 'A.md', 'C.md']);
    const empty = await run(['collection', 'order', 'Reihe', '-'], { input: '' });
    expect(empty.code).toBe(2);
    expect(await namesIn('Reihe')).toEqual(['B.md', 'A.md', 'C.md']);
    expect((await run(['-n', 'collection', 'order', 'Reihe', '/C.md'])).stderr).toContain('Would order Reihe');
    expect((await run(['collection', 'order', 'Reihe', '/Nirgends.md'])).code).toBe(3);
  });

  test('are deleted after a question, and come back from the trash', async () => {
    const { ref } = await create('Weg');
    await run(['collection', 'add', 'Weg', '/A.md']);
    const refused = await run(['collection', 'delete', 'Weg']);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('0 collections and 1 reference in it');
    expect((await run(['-n', 'collection', 'delete', 'Weg'])).stderr).toContain('Would move the collection Weg');
    expect((await run(['collection', 'rm', 'Weg', '--yes'])).stderr).toContain(`trash restore ${ref.id}`);
    expect((await run(['collection', 'get', 'Weg'])).code).toBe(3);
    expect((await run(['node', 'get', '/A.md'])).code).toBe(0);
    expect((await run(['trash', 'restore', ref.id])).code).toBe(0);
    expect(await namesIn('Weg')).toEqual(['A.md']);
  });

  test('of one title are told apart by their ids', async () => {
    const [one, other] = [await create('Doppelt'), await create('Doppelt')];
    const { code, stderr } = await run(['collection', 'get', 'Doppelt']);
    expect(code).toBe(6);
    expect(stderr).toContain(one.ref.id);
    expect(stderr).toContain(other.ref.id);
    expect((await get(other.ref.id)).ref.id).toBe(other.ref.id);
  });

  test('say what is missing or makes no sense', async () => {
    expect((await run(['collection', 'get', 'Nirgends'])).code).toBe(3);
    expect((await run(['collection', 'get', '00000000-0000-4000-8000-000000000000'])).code).toBe(3);
    expect((await run(['collection', 'get', ' / '])).code).toBe(2);
    expect((await run(['collection', 'create', ' '])).code).not.toBe(0);
    expect((await run(['collection', 'create', 'x', '--in', 'Nirgends'])).code).toBe(3);
    expect((await run(['collection', 'create', 'x', '--scope', 'ALLE'])).code).toBe(2);
    expect((await run(['-n', 'collection', 'create', 'Nie'])).stderr).toContain('Would create the collection Nie');
    expect((await run(['collection', 'get', 'Nie'])).code).toBe(3);
    await create('Leer');
    expect((await run(['collection', 'list', 'Leer'])).stderr).toContain('The collection is empty.');
    expect((await run(['collection', 'add', 'Leer', 'nonsense'])).code).toBe(2);
  });

  test('are shown by their title in searches, as its name is not one that anybody chose', async () => {
    const { ref, name } = await create('Quittenernte');
    expect(name).not.toBe('Quittenernte');
    const surroundings = { onTerminal: true, environment: { NO_COLOR: '1' } } as const;
    const { stdout } = await run(['search', 'quittenernte', '-l'], surroundings);
    expect(stdout).toMatch(new RegExp(` ${ref.id} +Quittenernte `, 'm'));
    // Scripts get the node as it is.
    expect((await run(['search', 'quittenernte', '-o', 'csv'])).stdout).toContain(`,${name},`);
  });
});
