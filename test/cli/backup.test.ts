import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../../src/daemon/serve.ts';
import { filesBelow } from '../support/files-below.ts';
import { withTemporaryRepository } from './temporary-repository.ts';

const repository = withTemporaryRepository();
const { run, json } = repository;

const target = (name: string): string => join(repository.folder(), name);

beforeAll(async () => {
  const folder = target('worksheets');
  await mkdir(folder);
  await writeFile(join(folder, 'fractions.txt'), 'One half is two quarters.');
  await writeFile(join(folder, 'angles.txt'), 'A right angle has 90 degrees.');
  expect((await run(['import', folder, '/Mathe'])).code).toBe(0);
});

/** The names in a folder of a backup, which is opened as a repository. */
async function namesIn(data: string, folder: string): Promise<string[]> {
  const { code, stdout } = await run(['ls', folder, '--data', data, '-o', 'json']);
  expect(code).toBe(0);
  return (JSON.parse(stdout) as { nodes: { name: string }[] }).nodes.map(({ name }) => name).toSorted();
}

describe('backup create', () => {
  test('makes a backup that any command can open, without a server', async () => {
    const { code, stdout } = await run(['backup', 'create', target('first')]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^copied +2 files \(54 B\)$/m);
    expect(stdout).toMatch(/^problems +none$/m);
    expect(await namesIn(target('first'), '/Mathe')).toEqual(['angles.txt', 'fractions.txt']);
    const check = await run(['verify', '--data', target('first')]);
    expect([check.code, check.stderr]).toEqual([0, expect.stringMatching(/2 files \(54 B\): no problem found/)]);
  });

  test('makes one of a repository that a server runs, shares files with the previous one, and counts for scripts', async () => {
    const server = await serve({ dataDirectory: repository.dataDirectory(), overrides: { 'server.port': '0' } });
    try {
      expect((await run(['mkdir', '/Physik'])).code).toBe(0);
      const made = await json<object>(['backup', 'create', target('second'), '--previous', target('first')]);
      const expected = { folder: target('second'), copied: 0, linked: 2, bytes: 0, problems: 0, lost: 0 };
      expect(made).toEqual({ ...expected, commit: expect.any(Number) });
    } finally {
      await server.close();
    }
    expect((await run(['status'])).stdout).toMatch(/^last backup +\S+Z, up to change \d+, in .*second$/m);
    expect(await namesIn(target('second'), '/')).toContain('Physik');
    expect(await namesIn(target('first'), '/')).not.toContain('Physik');
  });

  test('ends with 7 where the repository has lost a file, and says what lists it', async () => {
    const content = join(repository.dataDirectory(), 'content');
    const [file = ''] = (await filesBelow(content)).filter((path) => path.length > 60);
    const path = join(content, file);
    const bytes = await readFile(path);
    await writeFile(path, 'damaged');
    const { code, stdout, stderr } = await run(['backup', 'create', target('third')]);
    await writeFile(path, bytes);
    expect(code).toBe(7);
    expect(stdout).toMatch(/^problems +1$/m);
    expect(stderr).toMatch(
      /1 file or record is missing or damaged in the repository: edu-repo verify lists them. The backup lacks 1 of them/,
    );
  });

  test('names what is wrong with the folder and what to do', async () => {
    const existing = await run(['backup', 'create', target('first')]);
    expect(existing.code).toBe(6);
    expect(existing.stderr).toMatch(/already a complete backup(?:.|\n)*Choose a new folder/);
    const inside = await run(['backup', 'create', join(repository.dataDirectory(), 'backup')]);
    expect([inside.code, inside.stderr]).toEqual([1, expect.stringMatching(/overlaps with the data directory/)]);
    const empty = await run(['backup', 'create', '']);
    expect([empty.code, empty.stderr]).toEqual([2, expect.stringMatching(/path of a backup is empty/)]);
    const none = await run(['backup', 'create', target('other'), '--previous', target('worksheets')]);
    expect([none.code, none.stderr]).toEqual([1, expect.stringMatching(/is not a complete backup/)]);
  });

  test('says when a repeated command finds its backup complete', async () => {
    expect((await run(['backup', 'create', target('repeated')])).code).toBe(0);
    const { code, stderr } = await run(['backup', 'create', target('repeated')]);
    expect(code).toBe(6);
    expect(stderr).toMatch(
      /repeated is already a complete backup of this repository, made at \S+Z\. If you repeated an interrupted command, .*nothing is left to do\./,
    );
  });

  test('needs the operator: an account is not enough', async () => {
    const environment = { EDU_REPO_USER: 'admin', EDU_REPO_PASSWORD: 'Kreide und Schwamm 12' };
    const { code, stderr } = await run(['backup', 'create', target('fourth')], { environment });
    expect(code).toBe(5);
    expect(stderr).toMatch(/Only the operator(?:.|\n)*Unset EDU_REPO_USER/);
    await expect(stat(target('fourth'))).rejects.toThrow('ENOENT');
  });

  test('is not for a remote repository, and makes nothing in a dry run', async () => {
    const remote = await run(['backup', 'create', target('fifth'), '--url', 'http://127.0.0.1:9/edu-sharing/rest']);
    expect([remote.code, remote.stderr]).toEqual([2, expect.stringMatching(/can only be made on the server/)]);
    const dry = await run(['backup', 'create', target('fifth'), '--dry-run']);
    expect([dry.code, dry.stderr]).toEqual([0, expect.stringMatching(/Would make a backup in .*fifth/)]);
    await expect(stat(target('fifth'))).rejects.toThrow('ENOENT');
  });
});
