import { homedir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeTree } from './local-tree.ts';
import { withTemporaryRepository } from './temporary-repository.ts';

const repository = withTemporaryRepository();
const { run } = repository;
/** What the shell makes of `~/Material`. */
const expanded = `${homedir()}/Material`;
let source = '';

beforeAll(async () => {
  source = join(repository.folder(), 'source');
  await makeTree(source, { 'a.txt': 'a' });
  await run(['node', 'create', '/', 'Plan.md']);
});

const topNames = async () => (await run(['ls', '/', '-o', 'csv'])).stdout;

describe('A local home folder that the shell put in place of ~', () => {
  test.each([
    ['import', [], [expanded]],
    ['import -n', [], [expanded, '-n']],
    ['cp', ['-r'], [`repo:${expanded}`]],
  ])('%s makes nothing of it in the repository', async (command, options, target) => {
    const before = await topNames();
    const { code, stderr } = await run([...command.split(' ').slice(0, 1), ...options, source, ...target]);
    expect(code).toBe(3);
    expect(stderr).toContain(`The shell replaced ~ with ${homedir()}. Quote the path: '~/Material'`);
    expect(await topNames()).toBe(before);
  });

  test.each([
    ['ls', expanded],
    ['tree', expanded],
    ['rm', expanded],
    ['mv', '/Plan.md', expanded],
    ['mv', '/Plan.md', `${expanded}/x`],
    ['node', 'create', expanded, 'x'],
    ['node', 'get', expanded],
    ['node', 'copy', '/Plan.md', expanded],
    ['node', 'update', expanded, '-p', 'cclom:title=x'],
    ['permission', 'get', expanded],
    ['permission', 'add', expanded, 'admin', 'Consumer'],
    ['search', 'x', '--in', expanded],
    ['trash', 'restore', expanded],
    ['cp', `repo:${expanded}`, '.'],
  ])('is explained by %s %s %s', async (...words) => {
    const { code, stderr } = await run(words);
    expect(code).toBe(3);
    expect(stderr).toContain(`The shell replaced ~ with ${homedir()}. Quote the path: '~/Material`);
  });

  test.each([['import', source], ['mv', '/Plan.md'], ['ls']])(
    'is explained where it stands alone: %s %s',
    async (...words) => {
      const { code, stderr } = await run([...words.map((word) => (word === '' ? source : word)), homedir()]);
      expect(code).toBe(3);
      expect(stderr).toContain(`The shell replaced ~ with ${homedir()}. Quote the path: '~'`);
    },
  );

  test('is a path like others where the repository has its first folder', async () => {
    const [first = ''] = homedir().split('/').slice(1);
    await run(['node', 'create', '/', first, '--type', 'ccm:map']);
    expect((await run(['import', source, expanded])).code).toBe(0);
    expect((await run(['cat', `${expanded}/a.txt`])).stdout).toBe('a');
  });
});
