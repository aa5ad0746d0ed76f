import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { newName } from '../support/trees.ts';
import { makeTree } from './local-tree.ts';
import { withTemporaryRepository } from './temporary-repository.ts';

const { folder, run } = withTemporaryRepository();

let name = '';
let local = '';
let remote = '';

beforeEach(async () => {
  name = newName('s');
  local = join(folder(), name);
  remote = `repo:/${name}`;
  await makeTree(local, { 'a.txt': 'a', 'sub/b.txt': 'b', 'sub/c.pdf': 'c', 'leer/': '' });
});

const sync = (...words: string[]) => run(['sync', ...words]);

/** The paths below a folder of the repository, folders with a slash at the end. */
async function pathsAt(path: string): Promise<string[]> {
  const { stdout, code, stderr } = await run(['tree', path.replace('repo:', ''), '-o', 'json']);
  expect(code, stderr).toBe(0);
  const { nodes } = JSON.parse(stdout) as { nodes: { name: string }[] };
  return nodes.map((node) => node.name).sort();
}

const content = async (path: string): Promise<string> => (await run(['cat', path])).stdout;

describe('from a local folder', () => {
  test('adds and updates, and deletes nothing unless that is asked for', async () => {
    await sync(local, remote);
    expect(await pathsAt(remote)).toEqual(['a.txt', 'b.txt', 'c.pdf', 'leer', 'sub']);
    await writeFile(join(local, 'a.txt'), 'anders');
    await rm(join(local, 'sub'), { recursive: true });
    expect((await sync(local, remote)).code).toBe(0);
    expect(await content(`/${name}/a.txt`)).toBe('anders');
    expect(await pathsAt(remote)).toEqual(['a.txt', 'b.txt', 'c.pdf', 'leer', 'sub']);
  });

  test('with --delete, what the folder no longer has goes to the trash', async () => {
    await sync(local, remote);
    await rm(join(local, 'sub'), { recursive: true });
    const dry = await sync('--delete', '--dry-run', local, remote);
    expect(dry.stderr).toContain(`Would delete ${remote}/sub.`);
    expect(await pathsAt(remote)).toContain('sub');
    const { code, stderr } = await sync('--delete', '--yes', local, remote);
    expect(code, stderr).toBe(0);
    expect(stderr).toContain('Deleted 3 files or folders.');
    expect(await pathsAt(remote)).toEqual(['a.txt', 'leer']);
    expect((await run(['trash', 'list', '-o', 'json'])).stdout).toContain('"sub"');
  });

  test('without a confirmation, and beyond --max-delete, nothing is changed at all', async () => {
    await sync(local, remote);
    await rm(join(local, 'sub'), { recursive: true });
    await writeFile(join(local, 'a.txt'), 'anders');
    const asked = await sync('--delete', local, remote);
    expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('needs confirmation')]);
    const careful = await sync('--delete', '--max-delete', '3', local, remote);
    expect(careful.stderr).toMatch(/To confirm: edu-repo sync .*--max-delete 3 /);
    const limited = await sync('--delete', '--yes', '--max-delete', '2', local, remote);
    expect([limited.code, limited.stderr]).toEqual([1, expect.stringContaining('3 files or folders would be deleted')]);
    expect(await content(`/${name}/a.txt`)).toBe('a');
    expect(await pathsAt(remote)).toContain('sub');
  });

  test('nothing is deleted if a file could not be transferred', async () => {
    await sync(local, remote);
    await rm(join(local, 'sub'), { recursive: true });
    // A folder of this name is in the way of the file.
    await rm(join(local, 'a.txt'));
    await run(['rm', '-y', `/${name}/a.txt`]);
    await run(['mkdir', `/${name}/a.txt`]);
    await writeFile(join(local, 'a.txt'), 'a');
    const { code, stderr } = await sync('--delete', '--yes', local, remote);
    expect(code).toBe(7);
    expect(stderr).toContain('Nothing was deleted');
    expect(await pathsAt(remote)).toContain('sub');
  });

  test('--exclude and --include choose files, and what they leave out is never deleted', async () => {
    await sync('--include', '*.txt', local, remote);
    expect(await pathsAt(remote)).toEqual(['a.txt', 'b.txt', 'leer', 'sub']);
    await sync(local, remote);
    await rm(join(local, 'sub', 'c.pdf'));
    await rm(join(local, 'sub', 'b.txt'));
    await sync('--delete', '--yes', '--exclude', '*.pdf', local, remote);
    expect(await pathsAt(remote)).toEqual(['a.txt', 'c.pdf', 'leer', 'sub']);
  });

  test('a folder that goes leaves what is excluded in it', async () => {
    await sync(local, remote);
    await rm(join(local, 'sub'), { recursive: true });
    const { code, stderr } = await sync('--delete', '--yes', '--exclude', '*.pdf', local, remote);
    expect(code, stderr).toBe(0);
    expect(stderr).toContain('Deleted 1 file or folder.');
    expect(await pathsAt(remote)).toEqual(['a.txt', 'c.pdf', 'leer', 'sub']);
  });

  test('a missing folder deletes nothing', async () => {
    await sync(local, remote);
    const { code } = await sync('--delete', '--yes', `${local}-fehlt`, remote);
    expect(code).not.toBe(0);
    expect(await pathsAt(remote)).toHaveLength(5);
  });
});

describe('to a local folder', () => {
  test('adds, updates and deletes, but neither links nor what is excluded', async () => {
    await sync(local, remote);
    const copy = `${local}-kopie`;
    expect((await sync(remote, copy)).code).toBe(0);
    expect(await readFile(join(copy, 'sub', 'b.txt'), 'utf8')).toBe('b');
    await mkdir(join(copy, 'eigen'));
    await writeFile(join(copy, 'a.txt'), 'verändert');
    await writeFile(join(copy, 'notiz.tmp'), 'bleibt');
    await symlink('/nirgends', join(copy, 'sub', 'b.lnk'));
    await mkdir(join(copy, 'verweise'));
    await symlink('/nirgends', join(copy, 'verweise', 'c.lnk'));
    const { code, stderr } = await sync('--delete', '--yes', '--exclude', '*.tmp', remote, copy);
    expect(code, stderr).toBe(0);
    expect((await readdir(copy)).sort()).toEqual(['a.txt', 'leer', 'notiz.tmp', 'sub', 'verweise']);
    expect((await readdir(join(copy, 'sub'))).sort()).toEqual(['b.lnk', 'b.txt', 'c.pdf']);
    expect(await readFile(join(copy, 'a.txt'), 'utf8')).toBe('a');
  });
});

describe('between two folders of repositories', () => {
  test('adds, updates and deletes, with metadata', async () => {
    await sync(local, remote);
    await run(['node', 'update', `/${name}/a.txt`, '--property', 'cclom:title=Titel']);
    const copy = `repo:/${name}-kopie`;
    expect((await sync(remote, copy)).code).toBe(0);
    expect(await pathsAt(copy)).toEqual(['a.txt', 'b.txt', 'c.pdf', 'leer', 'sub']);
    expect((await run(['node', 'get', `/${name}-kopie/a.txt`])).stdout).toContain('Titel');
    await run(['rm', '-y', '-r', `/${name}/sub`]);
    expect((await sync('--delete', '--yes', remote, copy)).code).toBe(0);
    expect(await pathsAt(copy)).toEqual(['a.txt', 'leer']);
  });

  test('a folder is not kept in step with itself, a folder inside it, or a file', async () => {
    await sync(local, remote);
    const id = (await run(['node', 'get', `/${name}`, '-o', 'id'])).stdout.trim();
    const pairs = [
      [remote, remote],
      [remote, `${remote}/sub`],
      [remote, `repo:${id}/neu`],
      [`${remote}/sub`, `repo:${id}`],
    ] as const;
    for (const [source, target] of pairs) {
      const { code, stderr } = await sync('--delete', '--yes', source, target);
      expect([code, stderr], `${source} to ${target}`).toEqual([2, expect.stringContaining('is inside')]);
    }
    expect(await pathsAt(remote)).toHaveLength(5);
    const file = await sync(`${remote}/a.txt`, `${remote}-2`);
    expect(file).toMatchObject({ code: 2, stderr: expect.stringContaining('is no folder') });
    expect(await sync(local, `${local}-2`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('in a repository'),
    });
  });
});
