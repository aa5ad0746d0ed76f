import { lstat, mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeTree } from './local-tree.ts';
import { withTemporaryRepository } from './temporary-repository.ts';

const repository = withTemporaryRepository();
let folder = '';
let top = '';
let count = 0;

/** `/top-n/a.txt` with the text one, and an empty local folder. */
beforeEach(async () => {
  count += 1;
  folder = join(repository.folder(), `local-${count}`);
  top = `/top-${count}`;
  await mkdir(folder);
  await repository.run(['node', 'create', '/', top.slice(1), '--type', 'ccm:map']);
  await writeFile(local('a.txt'), 'one');
  await cp(local('a.txt'), `repo:${top}`);
});

const local = (name: string) => join(folder, name);
const cp = (...words: string[]) => repository.run(['cp', ...words]);
const textOf = (name: string) => readFile(local(name), 'utf8');

describe('cp from the repository', () => {
  test('over a file with other content asks, and says the whole command where nobody can answer', async () => {
    await writeFile(local('a.txt'), 'mine');
    const { code, stderr } = await cp(`repo:${top}/a.txt`, folder);
    expect(code).toBe(2);
    expect(stderr).toContain(`${local('a.txt')} exists with different content and was not replaced.`);
    const again = `edu-repo cp --if-exists replace repo:${top}/a.txt ${folder}`;
    expect(stderr).toContain(`To confirm: ${again}\n`);
    expect(await textOf('a.txt')).toBe('mine');
    expect((await repository.run(again.split(' ').slice(1))).code).toBe(0);
    expect(await textOf('a.txt')).toBe('one');
  });

  test.each([
    ['n', 'mine', '1 existing with different content'],
    ['y', 'one', '1 with new content'],
  ])('over a file with other content does what a person at a terminal answers: %s', async (answer, text, said) => {
    await writeFile(local('a.txt'), 'mine');
    const { code, stderr } = await repository.run(['cp', `repo:${top}/a.txt`, folder], { typed: `${answer}\r` });
    expect(stderr).toContain(`${local('a.txt')} exists with different content. Replace it?`);
    expect(stderr).toContain(said);
    expect(code).toBe(0);
    expect(await textOf('a.txt')).toBe(text);
  });

  test('over a symbolic link is refused, also with --yes, and the link stays', async () => {
    await rename(local('a.txt'), local('elsewhere.txt'));
    await writeFile(local('elsewhere.txt'), 'mine');
    await symlink(local('elsewhere.txt'), local('a.txt'));
    for (const more of [[], ['--yes'], ['--if-exists', 'replace']]) {
      const { code, stderr } = await cp(`repo:${top}/a.txt`, folder, ...more);
      expect(code).not.toBe(0);
      expect(stderr).toContain('a link, a pipe or a device, which edu-repo never replaces');
    }
    expect((await lstat(local('a.txt'))).isSymbolicLink()).toBe(true);
    expect(await textOf('elsewhere.txt')).toBe('mine');
  });

  test('over a file with the same content asks nothing, and with --yes neither', async () => {
    await writeFile(local('a.txt'), 'one');
    expect((await cp(`repo:${top}/a.txt`, folder)).stderr).toContain('1 already there');
    await writeFile(local('a.txt'), 'mine');
    const planned = await cp(`repo:${top}/a.txt`, folder, '-n');
    expect(planned).toMatchObject({ code: 0 });
    expect(planned.stderr).toContain(`edu-repo cp --if-exists replace repo:${top}/a.txt ${folder}`);
    expect(await textOf('a.txt')).toBe('mine');
    expect((await cp(`repo:${top}/a.txt`, folder, '--yes')).code).toBe(0);
    expect(await textOf('a.txt')).toBe('one');
  });

  test('of a whole folder leaves files with other content, and brings the rest', async () => {
    await makeTree(local('dir'), { 'b.txt': 'b', 'c.txt': 'c', 'd.txt': 'd' });
    await cp('-r', `${local('dir')}/.`, `repo:${top}`);
    const line = ['-r', `repo:${top}`, local('out')];
    await makeTree(local(`out/${top.slice(1)}`), { 'a.txt': 'mine', 'c.txt': 'mine too', 'd.txt': 'd' });
    const { code, stderr } = await cp(...line);
    expect(code).toBe(2);
    expect(stderr).toContain('Copied 1 file');
    expect(stderr).toContain('2 local files exist with different content and were not replaced:');
    expect(stderr).toContain(`To confirm: edu-repo cp -r --if-exists replace repo:${top} ${local('out')}\n`);
    const texts = () => Promise.all(['a', 'b', 'c', 'd'].map((name) => textOf(`out/${top.slice(1)}/${name}.txt`)));
    expect(await texts()).toEqual(['mine', 'b', 'mine too', 'd']);
    expect((await repository.run(['cp', ...line], { typed: 'y\r' })).code).toBe(0);
    expect(await texts()).toEqual(['one', 'b', 'c', 'd']);
  });
});
