import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { alternativeName } from '../../src/base/alternative-name.ts';
import { localName } from '../../src/cli/transfer/download-tree.ts';
import { fingerprint, makeTree, oddTree } from './local-tree.ts';
import { withTemporaryRepository } from './temporary-repository.ts';

const repository = withTemporaryRepository();
let folder = '';
let top = '';
let count = 0;

beforeEach(async () => {
  count += 1;
  folder = join(repository.folder(), `local-${count}`);
  top = `/top-${count}`;
  await mkdir(folder);
  await repository.run(['node', 'create', '/', top.slice(1), '--type', 'ccm:map']);
});

const local = (name: string) => join(folder, name);
const cp = (...words: string[]) => repository.run(['cp', ...words]);
const listed = async (path = '') => (await repository.run(['ls', `${top}${path}`])).stdout.trimEnd().split('\n');
const contentOf = async (path: string) => (await repository.run(['cat', `${top}/${path}`])).stdout;
const textOf = (name: string) => readFile(local(name), 'utf8');

describe('cp of a file into the repository', () => {
  beforeEach(() => writeFile(local('a.txt'), 'one'));

  test('lands in a folder under its own name', async () => {
    expect((await cp(local('a.txt'), `repo:${top}`)).code).toBe(0);
    expect(await contentOf('a.txt')).toBe('one');
  });

  test('takes the name that is given', async () => {
    expect((await cp(local('a.txt'), `repo:${top}/b.md`)).code).toBe(0);
    const { node } = await repository.json<{ node: { mimetype: string } }>(['node', 'get', `${top}/b.md`]);
    expect(node.mimetype).toBe('text/markdown');
  });

  test('says so if the target was probably meant to be a folder', async () => {
    const mistyped = await cp(local('a.txt'), `repo:${top}/Mahte`);
    expect([mistyped.code, mistyped.stderr]).toEqual([
      0,
      expect.stringContaining(`repo:${top}/Mahte does not exist; copying to a file named "Mahte"`),
    ]);
    expect((await cp(local('a.txt'), `repo:${top}/Mahte2/`)).code).toBe(3);
    expect((await cp(local('a.txt'), `repo:${top}/b.md`)).stderr).not.toContain('Warning');
  });

  test('makes a new version where the name is taken, and none where the content is the same', async () => {
    await cp(local('a.txt'), `repo:${top}`);
    await writeFile(local('a.txt'), 'two');
    await cp(local('a.txt'), `repo:${top}/a.txt`);
    const versions = () => repository.json<{ versions: unknown[] }>(['node', 'versions', `${top}/a.txt`]);
    const before = (await versions()).versions.length;
    expect(await contentOf('a.txt')).toBe('two');
    expect((await cp(local('a.txt'), `repo:${top}`)).stderr).toContain('1 already there');
    expect((await versions()).versions).toHaveLength(before);
  });

  test('leaves what is there alone with --if-exists skip, and refuses with fail', async () => {
    await cp(local('a.txt'), `repo:${top}`);
    await writeFile(local('a.txt'), 'two');
    expect((await cp(local('a.txt'), `repo:${top}`, '--if-exists', 'skip')).code).toBe(0);
    expect((await cp(local('a.txt'), `repo:${top}`, '--if-exists', 'fail')).code).toBe(6);
    expect(await contentOf('a.txt')).toBe('one');
  });

  test('takes several files into a folder, and tells what failed', async () => {
    await writeFile(local('b.txt'), 'b');
    const { code, stderr } = await cp(local('a.txt'), local('missing.txt'), local('b.txt'), `repo:${top}`);
    expect(code).toBe(7);
    expect(stderr).toContain('missing.txt');
    expect(await listed()).toEqual(['a.txt', 'b.txt']);
  });

  test.each([
    ['a folder that does not exist', (path: string) => `repo:${path}/nowhere/a.txt`, 3],
    ['a name with / behind that does not exist', (path: string) => `repo:${path}/nowhere/`, 3],
    ['an id that does not exist', () => 'repo:0d1e2f3a-4b5c-4d6e-8f70-8192a3b4c5d6', 3],
  ])('refuses %s and makes nothing', async (_, target, code) => {
    expect((await cp(local('a.txt'), target(top))).code).toBe(code);
    expect(await listed()).toEqual(['']);
  });

  test('refuses a source that does not exist', async () => {
    const { code, stderr } = await cp(local('missing.txt'), `repo:${top}`);
    expect(code).toBe(1);
    expect(stderr).toContain('No such file or folder (ENOENT)');
    expect(stderr).toContain(`${local('missing.txt')} cannot be used.`);
    // Nothing was begun: there is nothing to sum up.
    expect(stderr.trimEnd().split('\n')).toHaveLength(3);
  });

  test('says what ~ in quotes is, and names no file that nobody has typed', async () => {
    expect((await cp('~/Bruch', `repo:${top}`)).stderr).toContain('repo:~/Bruch');
    await cp(local('a.txt'), `repo:${top}`);
    const { code, stderr } = await cp(`repo:${top}/a.txt`, local('nowhere/b.txt'));
    expect(code).toBe(1);
    expect(stderr).toContain(`${local('nowhere')} cannot be used.`);
    expect(stderr).not.toContain('.part');
  });

  test('makes no empty node for a file that may not be read', async () => {
    await chmod(local('a.txt'), 0o000);
    // The superuser may read everything: then the copy succeeds, with its content.
    const { code } = await cp(local('a.txt'), `repo:${top}`);
    const names = await listed();
    if (code === 0) expect(await contentOf('a.txt')).toBe('one');
    else expect(names).toEqual(['']);
  });
});

describe('cp of folders', () => {
  test('is refused without -r, in both directions', async () => {
    await makeTree(local('dir'), { 'a.txt': 'a' });
    expect((await cp(local('dir'), `repo:${top}`)).code).toBe(2);
    expect((await cp(`repo:${top}`, local('out'))).code).toBe(2);
    expect(await listed()).toEqual(['']);
    expect(await readdir(folder)).toEqual(['dir']);
  });

  test('lands in a folder that exists under its own name, else it becomes the one that is named', async () => {
    await makeTree(local('dir'), { 'a.txt': 'a', 'empty/': '' });
    expect((await cp('-r', local('dir'), `repo:${top}`)).code).toBe(0);
    expect(await listed()).toEqual(['dir/']);
    expect((await cp('-r', local('dir'), `repo:${top}/new`)).code).toBe(0);
    expect(await listed('/new')).toEqual(['empty/', 'a.txt']);
    expect((await cp('-r', `${local('dir')}/.`, `repo:${top}`)).code).toBe(0);
    expect(await listed()).toEqual(['dir/', 'empty/', 'new/', 'a.txt']);
  });

  test('comes out into a new folder, or into one that exists under its own name', async () => {
    await makeTree(local('dir'), { 'a.txt': 'a' });
    await cp('-r', local('dir'), `repo:${top}`);
    expect((await cp('-r', `repo:${top}/dir`, local('out'))).code).toBe(0);
    expect(await readdir(local('out'))).toEqual(['a.txt']);
    expect((await cp('-r', `repo:${top}/dir`, local('out'))).code).toBe(0);
    expect((await readdir(local('out'))).sort()).toEqual(['a.txt', 'dir']);
  });

  test('keeps every byte and name on the way in and out, and again over what is there', async () => {
    await makeTree(local('odd'), oddTree);
    await cp('-r', local('odd'), `repo:${top}`);
    for (const round of [1, 2]) {
      await mkdir(local('out'), { recursive: true });
      expect((await cp('-r', `repo:${top}/odd`, local('out'))).code, `round ${round}`).toBe(0);
      expect(await fingerprint(local('out/odd'))).toEqual(await fingerprint(local('odd')));
    }
  });

  test('takes a folder where a local file has the name for a failure, and the file stays', async () => {
    await writeFile(local('out'), 'a file');
    expect((await cp('-r', `repo:${top}`, local('out'))).code).toBe(6);
    expect(await textOf('out')).toBe('a file');
  });
});

describe('cp of a node to a local file', () => {
  beforeEach(async () => {
    await writeFile(local('a.txt'), 'one');
    await cp(local('a.txt'), `repo:${top}`);
  });

  test('lands in a folder under its own name, or under the one that is given', async () => {
    await mkdir(local('out'));
    await cp(`repo:${top}/a.txt`, local('out'));
    await cp(`repo:${top}/a.txt`, local('out/b.txt'));
    expect((await readdir(local('out'))).sort()).toEqual(['a.txt', 'b.txt']);
  });

  test.each([
    ['replace', 0, { 'a.txt': 'one' }],
    ['skip', 0, { 'a.txt': 'mine' }],
    ['fail', 6, { 'a.txt': 'mine' }],
    ['rename', 0, { 'a.txt': 'mine', 'a - 1.txt': 'one' }],
  ])('over a file with other content, --if-exists %s', async (mode, code, files) => {
    await writeFile(local('a.txt'), 'mine');
    expect((await cp(`repo:${top}/a.txt`, folder, '--if-exists', mode)).code).toBe(code);
    expect((await readdir(folder)).sort()).toEqual(Object.keys(files).sort());
    for (const [name, text] of Object.entries(files)) expect(await textOf(name)).toBe(text);
  });

  test('is renamed after the target, not after the node', async () => {
    await writeFile(local('b.md'), 'mine');
    await cp(`repo:${top}/a.txt`, local('b.md'), '--if-exists', 'rename');
    expect((await readdir(folder)).sort()).toEqual(['a.txt', 'b - 1.md', 'b.md']);
    expect(await textOf('b - 1.md')).toBe('one');
  });

  test('with --dry-run writes nothing', async () => {
    const { code, stderr } = await cp(`repo:${top}/a.txt`, local('b.txt'), '-n');
    expect(code).toBe(0);
    expect(stderr).toContain('Would have copied 1 file');
    expect(await readdir(folder)).toEqual(['a.txt']);
  });

  test('tells of a node without content, and of one that does not exist', async () => {
    await repository.run(['node', 'create', top, 'empty.txt']);
    expect((await cp(`repo:${top}/empty.txt`, folder)).code).toBe(3);
    expect((await cp(`repo:${top}/missing.txt`, folder)).code).toBe(3);
    expect((await cp(`repo:${top}/missing.txt`, `repo:${top}/empty.txt`, folder)).code).toBe(7);
    expect(await readdir(folder)).toEqual(['a.txt']);
  });
});

describe('names on the way out', () => {
  test.each(['a', ' ', '...', '-n'])('«%s» is one of a local file', (name) => {
    expect(localName(name)).toBe(name);
  });

  test.each(['', '.', '..', '../x', '/etc/passwd', 'a/b', 'a\0b'])('%j is none', (name) => {
    expect(() => localName(name)).toThrow('cannot be the name of a local file');
  });

  test.each([
    ['a.txt', 'a - 1.txt'],
    ['a', 'a - 1'],
    ['.hidden', '.hidden - 1'],
    ['a.tar.gz', 'a.tar - 1.gz'],
    ['Kapitel 1. Einführung', 'Kapitel 1. Einführung - 1'],
  ])('%s is renamed as the server does it', (name, expected) => {
    expect(alternativeName(name, 1)).toBe(expected);
  });
});
