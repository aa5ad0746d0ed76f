import { appendFile, cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../../src/daemon/serve.ts';
import { withTemporaryRepository } from './temporary-repository.ts';

const repository = withTemporaryRepository();
const { run } = repository;

beforeAll(async () => {
  const folder = join(repository.folder(), 'worksheets');
  await mkdir(folder);
  await writeFile(join(folder, 'fractions.txt'), 'One half is two quarters.');
  await writeFile(join(folder, 'angles.txt'), 'A right angle has 90 degrees.');
  expect((await run(['import', folder, '/Mathe'])).code).toBe(0);
});

/** The files in the content folder. */
async function contentFiles(): Promise<string[]> {
  const content = join(repository.dataDirectory(), 'content');
  const entries = await readdir(content, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

describe('verify', () => {
  test('says that an intact repository has no problem', async () => {
    const { code, stdout, stderr } = await run(['verify']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toMatch(/^Checked \d+ nodes and 2 files \(54 B\): no problem found\.$/m);
  });

  test('checks the same with --dry-run', async () => {
    const { code, stderr } = await run(['verify', '--dry-run']);
    expect([code, stderr]).toEqual([0, expect.stringContaining('no problem found.')]);
  });

  test('lists damaged files with name, version and file, ends with 1, and says how to repair them', async () => {
    const files = await contentFiles();
    expect(files).toHaveLength(2);
    for (const file of files) await appendFile(file, '!');
    const { code, stdout, stderr } = await run(['verify']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^content damaged +\S{36} +1\.0 +\/Mathe\/angles\.txt +\/.+$/m);
    expect(stdout).toMatch(/^content damaged +\S{36} +1\.0 +\/Mathe\/fractions\.txt +\/.+$/m);
    for (const file of files) expect(stdout).toContain(file);
    expect(stderr).toMatch(/: 2 problems\.$/m);
    expect(stderr).toContain('To repair a file, copy the file of the same name from any backup');

    const json = await run(['verify', '-q', '-o', 'json']);
    expect(json).toMatchObject({ code: 1, stderr: '' });
    expect(JSON.parse(json.stdout)).toMatchObject({
      ...{ contents: 2, damage: [], problems: [{ problem: 'damaged' }, { problem: 'damaged' }] },
    });
  });

  test('lists a damaged file of the metadata store once, in every format', async () => {
    const data = join(repository.folder(), 'with-damaged-store');
    await cp(repository.dataDirectory(), data, { recursive: true });
    await writeFile(join(data, 'commit-number'), '4711\n');
    const store = join(data, 'store');
    for (const format of ['table', 'csv', 'jsonl', 'id']) {
      const { code, stdout, stderr } = await run(['verify', '--data', data, '-o', format]);
      expect([format, code]).toEqual([format, 1]);
      expect(stdout.split('\n').filter((line) => line.includes(store))).toHaveLength(1);
      expect(stderr).toContain('the repository is read-only');
      expect(stderr).not.toContain('4711');
    }
    const { stdout } = await run(['verify', '--data', data, '-o', 'json']);
    expect(JSON.parse(stdout)).toMatchObject({ damage: [{ place: store }], problems: [{}, {}] });
  });

  test('finds the repository in order again once the original files were uploaded', async () => {
    const folder = join(repository.folder(), 'worksheets');
    expect((await run(['cp', '-r', `${folder}/.`, 'repo:/Mathe/again'])).code).toBe(0);
    expect((await run(['verify'])).code).toBe(0);
  });

  test('checks through a running server, and lists what is missing', async () => {
    const server = await serve({ dataDirectory: repository.dataDirectory(), overrides: { 'server.port': '0' } });
    try {
      await rm(join(repository.dataDirectory(), 'content'), { recursive: true });
      const { code, stdout } = await run(['verify', '-o', 'csv']);
      expect(code).toBe(1);
      const read = await run(['cat', '/Mathe/angles.txt']);
      expect(read.code).toBe(8);
      expect(read.stderr).toContain(
        'To list everything that is missing or damaged, as an administrator: edu-repo verify',
      );
      expect(stdout.split('\n').filter((line) => line.startsWith('content missing,'))).toHaveLength(4);
    } finally {
      await server.close();
    }
  });
});
