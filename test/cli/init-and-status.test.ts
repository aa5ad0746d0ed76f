import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { serve } from '../../src/daemon/serve.ts';
import { withTemporaryRepository } from './temporary-repository.ts';

const repository = withTemporaryRepository();
const { run, json } = repository;

describe('init and status', () => {
  test('init does not change a complete directory', async () => {
    const { code, stderr } = await run(['init']);
    expect(code).toBe(0);
    expect(stderr).toContain('Nothing was changed');
  });

  test('init shows a random password once by default', async () => {
    const data = join(repository.folder(), 'data-random');
    const environment = { EDU_REPO_ADMIN_PASSWORD: '' };
    const { code, stdout, stderr } = await run(['init', '--data', data, '-o', 'json'], { environment });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ dataDirectory: data, created: true });
    const password = /shown only once: (\S+)/.exec(stderr)?.[1] ?? '';
    const asAdmin = { environment: { EDU_REPO_USER: 'admin', EDU_REPO_PASSWORD: password } };
    expect((await run(['user', 'get', '--data', data, '-o', 'id'], asAdmin)).stdout).toBe('admin\n');
  });

  test.each(['serve', 'demo'])('%s refuses a dry run, and creates nothing', async (command) => {
    const data = join(repository.folder(), `data-dry-${command}`);
    const { code, stderr } = await run([command, '--data', data, '--dry-run']);
    expect(code).toBe(2);
    expect(stderr).toContain(`edu-repo ${command} has no dry run.`);
    expect(existsSync(data)).toBe(false);
  });

  test('status shows the state of the repository', async () => {
    const { stdout } = await run(['status']);
    expect(stdout).toMatch(/^search index +ready/m);
    expect(await json<object>(['status'])).toMatchObject({ store: { writable: true, problem: null } });
  });

  test('status shows whether a server runs', async () => {
    expect((await run(['status'])).stdout).toMatch(/^server +not running$/m);
    const server = await serve({ dataDirectory: repository.dataDirectory(), overrides: { 'server.port': '0' } });
    const { stdout } = await run(['status']).finally(server.close);
    expect(stdout).toMatch(new RegExp(`^server +process ${process.pid}, since 20`, 'm'));
  });

  test('status shows how many changes are pending for the index until a search adds them', async () => {
    await run(['mkdir', '/Wartet']);
    expect((await run(['status'])).stdout).toMatch(/^search index +ready, .*; (?:1 change|[1-9]\d* changes) pending$/m);
    await run(['search', 'Wartet']);
    expect((await run(['status'])).stdout).toMatch(/^search index +ready, .*; up to date$/m);
  });

  test('a directory without a repository is reported, and none is created', async () => {
    const data = join(repository.folder(), 'none');
    for (const words of [['ls'], ['import', repository.folder()], ['status']]) {
      const { code, stderr } = await run([...words, '--data', data]);
      expect(code).toBe(1);
      expect(stderr).toContain(`There is no repository at ${data}.`);
      expect(stderr).toContain('To create one: edu-repo init --data ');
    }
  });

  test('an unfinished backup is told, with the command that completes it', async () => {
    const data = join(repository.folder(), 'unfinished');
    for (const path of ['unfinished', 'unfinished/store']) {
      await mkdir(join(repository.folder(), path));
      await writeFile(join(data, 'unfinished-backup.json'), '{"dataDirectory":"/srv/repo"}\n');
      const { code, stderr } = await run(['verify', '--data', data]);
      expect(code).toBe(1);
      expect(stderr).toContain(`${data} is an unfinished backup.`);
      expect(stderr).toContain(`edu-repo backup create ${data}`);
      for (const words of [['init'], ['serve', '--port', '0']]) {
        const refused = await run([...words, '--data', data]);
        expect([refused.code, refused.stderr]).toEqual([
          1,
          expect.stringContaining(`${data} is an unfinished backup.`),
        ]);
      }
    }
  });

  test('a directory that lost its marker is not taken for one without a repository', async () => {
    const data = join(repository.folder(), 'data-unmarked');
    await run(['init', '--data', data]);
    expect((await run(['mkdir', '/Mathe', '--data', data])).code).toBe(0);
    await rm(join(data, 'edu-repo.json'));
    for (const words of [['ls'], ['status'], ['config', 'check']]) {
      const { code, stderr } = await run([...words, '--data', data]);
      expect(code).toBe(1);
      expect(stderr).toContain(`The repository at ${data} is incomplete: its file edu-repo.json is missing.`);
      expect(stderr).toContain('Restore edu-repo.json from a backup');
      expect(stderr).toContain('make the copy again');
    }
    const refused = await run(['init', '--data', data]);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/contains data(?:.|\n)*make the copy again/),
    ]);
  });

  test('status names a damaged place once, and what to do', async () => {
    const data = join(repository.folder(), 'data-damaged');
    await run(['init', '--data', data]);
    expect((await run(['node', 'create', '/', 'Last', '--data', data])).code).toBe(0);
    const store = join(data, 'store');
    const log = join(store, (await readdir(store)).find((name) => name.endsWith('.log')) ?? '');
    const bytes = await readFile(log);
    await writeFile(log, bytes.fill(0xff, bytes.length - 100, bytes.length - 50));
    const { code, stdout } = await run(['status', '--data', data]);
    expect(code).toBe(0);
    expect(stdout.match(/change 2 is missing/g)).toHaveLength(1);
    expect(stdout).toMatch(/^problem +The metadata store is damaged .* edu-repo serve --accept-loss/m);
  });

  test('an error in config.yaml is reported with its position, and nothing runs', async () => {
    const data = join(repository.folder(), 'data-broken');
    await run(['init', '--data', data]);
    await writeFile(join(data, 'config.yaml'), 'server:\n  prot: 80\n');
    const { code, stderr } = await run(['ls', '--data', data]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/config\.yaml:2:\d+: server\.prot/);
    expect(stderr.trimEnd().split('\n')).toHaveLength(3);
  });
});
