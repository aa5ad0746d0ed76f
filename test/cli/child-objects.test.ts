import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { withTemporaryRepository } from './temporary-repository.ts';

const repository = withTemporaryRepository();
const local = (name: string) => join(repository.folder(), name);
const lines = async (...words: string[]) => (await repository.run(words)).stdout.trimEnd().split('\n');

const succeed = async (...words: string[]) => {
  const { code, stderr, stdout } = await repository.run(words);
  expect(code, stderr).toBe(0);
  return { stderr, stdout };
};

describe('a file with a child object', () => {
  beforeAll(async () => {
    await mkdir(local('Mathe'));
    await writeFile(local('Mathe/sheet.txt'), 'worksheet');
    await writeFile(local('solution.txt'), 'forty-two');
    await succeed('import', local('Mathe'), '/Mathe');
    await succeed('node', 'create', '/Mathe/sheet.txt', 'solution.txt', '--aspect', 'ccm:io_childobject');
    await succeed('node', 'upload', '/Mathe/sheet.txt/solution.txt', local('solution.txt'));
  });

  test('node get shows how many it has, and its path leads to the child object', async () => {
    expect((await succeed('node', 'get', '/Mathe/sheet.txt')).stdout).toMatch(/virtual:childobjectcount:?\s+1\n/);
    expect((await succeed('cat', '/Mathe/sheet.txt/solution.txt')).stdout).toBe('forty-two');
  });

  test('ls and tree show the file alone', async () => {
    expect(await lines('ls', '/Mathe')).toEqual(['sheet.txt']);
    expect(await lines('ls', '/Mathe/sheet.txt')).toEqual(['sheet.txt']);
    expect((await lines('tree', '/Mathe')).join('\n')).not.toContain('solution.txt');
  });

  test('cp copies it with the file, alone and with -r', async () => {
    await succeed('cp', 'repo:/Mathe/sheet.txt', 'repo:/Mathe/copy.txt');
    expect((await succeed('cat', '/Mathe/copy.txt/solution.txt')).stdout).toBe('forty-two');
    await succeed('cp', '-r', 'repo:/Mathe', 'repo:/Again');
    expect((await succeed('cat', '/Again/sheet.txt/solution.txt')).stdout).toBe('forty-two');
  });

  test('a new version from outside leaves it', async () => {
    await writeFile(local('Mathe/sheet.txt'), 'second edition');
    await succeed('cp', local('Mathe/sheet.txt'), 'repo:/Mathe/sheet.txt');
    await succeed('import', local('Mathe'), '/Mathe');
    expect((await succeed('cat', '/Mathe/sheet.txt/solution.txt')).stdout).toBe('forty-two');
  });

  test('cp to a local folder names it as skipped, and copies it alone', async () => {
    const { stderr } = await succeed('cp', '-r', 'repo:/Again', local('Again'));
    expect(await readdir(local('Again'))).toEqual(['copy.txt', 'sheet.txt']);
    expect(stderr).toMatch(/Skipped \(2\).*child objects/);
    expect(stderr).toContain(join(local('Again'), 'sheet.txt', 'solution.txt'));
    await succeed('cp', 'repo:/Again/sheet.txt/solution.txt', local('alone.txt'));
  });

  test('rm takes it along', async () => {
    await succeed('rm', '/Again/sheet.txt');
    expect((await repository.run(['cat', '/Again/sheet.txt/solution.txt'])).code).not.toBe(0);
    expect(await repository.json(['verify'])).toMatchObject({ problems: [] });
  });
});
