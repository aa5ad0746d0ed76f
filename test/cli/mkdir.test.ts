import { beforeAll, describe, expect, test } from 'vitest';
import { withTemporaryRepository } from './temporary-repository.ts';

const { run, json } = withTemporaryRepository();
const listed = async (path: string) => (await run(['ls', path])).stdout.trimEnd().split('\n');

beforeAll(async () => {
  await run(['node', 'create', '/', 'plan.md']);
});

describe('mkdir', () => {
  test('creates folders, one or several', async () => {
    const { code, stdout, stderr } = await run(['mkdir', '/Mathe', '/Mathe/Klasse 8']);
    expect([code, stdout, stderr]).toEqual([0, '', 'Created /Mathe.\nCreated /Mathe/Klasse 8.\n']);
    expect(await listed('/Mathe')).toEqual(['Klasse 8/']);
    expect((await run(['mkdir', 'repo:/Bio', '-q'])).stderr).toBe('');
  });

  test('creates missing folders above only with -p, which accepts existing ones', async () => {
    const without = await run(['mkdir', '/Physik/Optik/Linsen']);
    expect([without.code, without.stderr]).toEqual([3, expect.stringContaining('/Physik/Optik does not exist')]);
    expect(without.stderr).toContain('to create missing folders, too: edu-repo mkdir -p /Physik/Optik/Linsen\n');
    expect((await run(['mkdir', '-p', '/Physik/Optik/Linsen'])).code).toBe(0);
    expect(await listed('/Physik/Optik')).toEqual(['Linsen/']);
    expect((await run(['mkdir', '-p', '/Physik/Optik/Linsen', '/Physik/Optik/Spiegel'])).code).toBe(0);
    expect(await listed('/Physik/Optik')).toEqual(['Linsen/', 'Spiegel/']);
  });

  test.each([
    [['/Chemie'], 'a folder'],
    [['/plan.md'], 'a file'],
    [['-p', '/plan.md'], 'a file'],
    [['-p', '/plan.md/inside'], 'a file'],
  ])('refuses a name that is taken: %j', async (words, what) => {
    await run(['mkdir', '-p', '/Chemie']);
    const { code, stderr } = await run(['mkdir', ...words]);
    expect([code, stderr]).toEqual([6, expect.stringContaining(`It is ${what}.`)]);
  });

  test.each(['/', '~', '-userhome-', 'Mathe'])('needs the path of a new folder: %s', async (path) => {
    expect((await run(['mkdir', path])).code).toBe(2);
  });

  test.each([
    [['/Latein/Texte'], 3],
    [['/plan.md/Texte'], 6],
    [['/Latein', '/plan.md'], 6],
    [['/Englisch', '/Englisch/Texte'], 0],
  ] as const)('fails in a dry run as it would fail: %j', async (paths, code) => {
    const dry = await run(['mkdir', ...paths, '-n']);
    const real = await run(['mkdir', ...paths]);
    expect([dry.code, real.code]).toEqual([code, code]);
  });

  test('tries nothing in a dry run, and prints what it created for scripts', async () => {
    const dry = await run(['mkdir', '-p', '/Kunst/Farben', '/Kunst/Formen', '--dry-run']);
    expect(dry.stderr).toBe('Would create /Kunst.\nWould create /Kunst/Farben.\nWould create /Kunst/Formen.\n');
    const { nodes } = await json<{ nodes: { name: string }[] }>(['mkdir', '-p', '/Kunst/Farben']);
    expect(nodes.map(({ name }) => name)).toEqual(['Kunst', 'Farben']);
    expect((await run(['mkdir', '/Kunst/Formen', '-o', 'id'])).stdout).toMatch(/^[0-9a-f-]{36}\n$/);
  });
});

test('node create understands the words for the usual types', async () => {
  for (const [word, type] of [
    ['folder', 'ccm:map'],
    ['file', 'ccm:io'],
  ] as const) {
    const { node } = await json<{ node: { type: string } }>(['node', 'create', '/', `a ${word}`, '--type', word]);
    expect(node.type).toBe(type);
  }
});
