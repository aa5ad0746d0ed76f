import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chosenRepository, type RepositoryOptions } from '../../src/cli/connection/chosen-repository.ts';
import { withFileLock } from '../../src/cli/files/file-lock.ts';
import { run as runLine } from './run-line.ts';

let folder = '';
let count = 0;
let settings = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'remotes-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(() => {
  count += 1;
  settings = join(folder, String(count), 'config.yaml');
});

const run = (words: readonly string[], environment: NodeJS.ProcessEnv = {}) =>
  runLine(words, { environment: { EDU_REPO_CONFIG: settings, ...environment } });

describe('remotes', () => {
  test('are named if none is chosen and there is no local repository', async () => {
    const home = { HOME: join(folder, 'empty'), XDG_DATA_HOME: join(folder, 'empty') };
    expect((await run(['ls', '/'], home)).stderr).toContain('There is no repository at');
    await run(['remote', 'add', 'schule', 'https://repo.example.org', '--no-test']);
    const { code, stderr } = await run(['ls', '/'], home);
    expect([code, stderr]).toEqual([2, expect.stringContaining('Your remotes are: schule.')]);
    expect(stderr).toContain('To select a remote: edu-repo remote use schule;');
  });

  test('are added, listed, chosen, and removed with the choice', async () => {
    await run(['remote', 'add', 'schule', 'https://repo.example.org', '--no-test']);
    await run(['remote', 'add', 'probe', 'http://127.0.0.1:1/edu-sharing/rest/', '--no-test']);
    await run(['remote', 'use', 'schule']);
    expect((await run(['remote', 'list', '-o', 'csv'])).stdout).toBe(
      'remote,address,signed in as,chosen\n' +
        'schule,https://repo.example.org/edu-sharing/rest,-,yes\n' +
        'probe,http://127.0.0.1:1/edu-sharing/rest,-,\n',
    );
    expect((await run(['remote', 'rm', 'schule'])).stderr).toContain('The default is the local data directory');
    expect((await run(['remote', 'list', '-o', 'id'])).stdout).toBe('probe\n');
    expect((await run(['remote', 'use', 'schule'])).code).toBe(3);
    expect((await stat(settings)).mode & 0o777).toBe(0o600);
  });

  test('are not lost when several commands add some concurrently', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `schule-${index}`);
    const added = names.map((name) => run(['remote', 'add', name, 'http://127.0.0.1:1', '--no-test']));
    expect((await Promise.all(added)).map(({ code }) => code)).toEqual(names.map(() => 0));
    expect((await run(['remote', 'list', '-o', 'id'])).stdout.trimEnd().split('\n').sort()).toEqual(names);
  });

  test('preserve what users have written into the settings file', async () => {
    await run(['remote', 'add', 'schule', 'https://repo.example.org', '--no-test']);
    const written = `# Meine Schulen\n${await readFile(settings, 'utf8')}later: 1\n`;
    await writeFile(settings, written);
    await run(['remote', 'use', 'schule']);
    const text = await readFile(settings, 'utf8');
    expect(text).toContain('# Meine Schulen');
    expect(text).toContain('later: 1');
    expect(text).toContain('remote: schule');
  });

  test('are not replaced silently; adding the same one again changes nothing', async () => {
    await run(['remote', 'add', 'schule', 'https://repo.example.org', '--no-test']);
    expect((await run(['remote', 'add', 'schule', 'https://repo.example.org/', '--no-test'])).code).toBe(0);
    expect((await run(['remote', 'add', 'schule', 'https://other.example.org', '--no-test'])).code).toBe(6);
    expect((await run(['remote', 'list', '-o', 'csv'])).stdout).toContain('https://repo.example.org');
  });

  test('over plain HTTP to another machine cause a warning', async () => {
    expect((await run(['remote', 'add', 'offen', 'http://repo.example.org', '--no-test'])).stderr).toContain(
      'unencrypted',
    );
    expect((await run(['remote', 'add', 'hier', 'http://localhost:8080', '--no-test'])).stderr).not.toContain(
      'unencrypted',
    );
  });

  test.each(['repo', 'REPO', 'c', 'a/b', '..', 'ä ö', '-x-'])('«%s» is no name', async (name) => {
    const { code, stderr } = await run(['remote', 'add', name, 'https://repo.example.org', '--no-test']);
    expect(code).toBe(2);
    expect(stderr.trimEnd().split('\n')).toHaveLength(3);
  });

  test.each(['ftp://x.org', 'x.org', 'https://anna:geheim@x.org'])('«%s» is no address', async (address) => {
    expect((await run(['remote', 'add', 'schule', address, '--no-test'])).code).toBe(2);
  });

  test.each(['remotes: [', 'remotes: 7', 'remotes: {a: 1}', 'remote: [a]', '7'])(
    'a file of settings with «%s» is told, not overwritten',
    async (text) => {
      await run(['remote', 'add', 'schule', 'https://repo.example.org', '--no-test']);
      await writeFile(settings, text);
      const { code, stderr } = await run(['remote', 'list']);
      expect(code).toBe(1);
      expect(stderr).toContain(`Cannot parse ${settings}`);
      expect(await readFile(settings, 'utf8')).toBe(text);
    },
  );
});

describe('the selected repository', () => {
  const chosen = async (options: Partial<RepositoryOptions>, environment: NodeJS.ProcessEnv): Promise<string> => {
    const all = { remote: undefined, url: undefined, data: undefined, config: settings, ...options };
    const found = await chosenRepository(all, environment);
    return found.kind === 'local' ? 'local' : (found.name ?? found.url.host);
  };

  test('is the first of option, variable, chosen remote and data directory', async () => {
    for (const name of ['flag', 'variable', 'choice'])
      await run(['remote', 'add', name, `https://${name}.org`, '--no-test']);
    expect(await chosen({}, { EDU_REPO_DATA: '/srv' })).toBe('local');
    await run(['remote', 'use', 'choice']);
    expect(await chosen({}, {})).toBe('choice');
    expect(await chosen({}, { EDU_REPO_DATA: '/srv' })).toBe('choice');
    expect(await chosen({}, { EDU_REPO_REMOTE: 'variable' })).toBe('variable');
    expect(await chosen({}, { EDU_REPO_URL: 'https://url.org' })).toBe('url.org');
    expect(await chosen({ remote: 'flag' }, { EDU_REPO_URL: 'https://url.org' })).toBe('flag');
    expect(await chosen({ url: 'https://flag-url.org' }, { EDU_REPO_REMOTE: 'variable' })).toBe('flag-url.org');
    expect(await chosen({ data: '/srv' }, { EDU_REPO_REMOTE: 'variable' })).toBe('local');
    await run(['remote', 'use', '--local']);
    expect(await chosen({}, {})).toBe('local');
  });

  test('must be unique: two options, two variables and an unknown name are refused', async () => {
    await expect(chosen({ remote: 'a1', url: 'https://x.org' }, {})).rejects.toMatchObject({ exitCode: 2 });
    const both = { EDU_REPO_REMOTE: 'a1', EDU_REPO_URL: 'https://x.org' };
    await expect(chosen({}, both)).rejects.toMatchObject({ exitCode: 2 });
    await expect(chosen({ remote: 'unknown' }, {})).rejects.toMatchObject({ exitCode: 3 });
    expect((await run(['init', '--remote', 'schule'])).stderr).toContain('init does not support --remote.');
  });
});

describe('login without a server', () => {
  test('needs no client, but a user name and a password, or a terminal to ask for them', async () => {
    const url = ['login', 'http://127.0.0.1:1'];
    const { code, stderr } = await run(url);
    expect([code, stderr]).toEqual([2, expect.stringContaining('login --username NAME --password-stdin')]);
    expect((await run([...url, '--username', 'anna'])).stderr).toContain('--username anna --password-stdin');
  });

  test('is not needed for the local data directory', async () => {
    expect((await run(['login'])).stderr).toContain('needs no login');
    expect((await run(['logout'])).code).toBe(0);
  });

  test('needs both parts of a client, and asks no questions without a terminal', async () => {
    expect((await run(['login', '--client-id', 'x'])).code).toBe(2);
    await run(['remote', 'add', 'schule', 'http://127.0.0.1:1', '--no-test']);
    const secret = join(folder, 'secret');
    await writeFile(secret, 'x');
    const words = ['login', 'schule', '--client-id', 'x', '--client-secret-file', secret];
    expect((await run(words)).stderr).toContain('--username NAME');
    expect((await run([...words, '--username', 'anna'])).stderr).toContain('--password-stdin');
    const unreachable = await runLine([...words, '--username', 'anna', '--password-stdin'], {
      environment: { EDU_REPO_CONFIG: settings },
      input: 'geheim\n',
    });
    expect(unreachable.code).toBe(8);
    const empty = await runLine([...words, '--username', 'anna', '--password-stdin'], {
      environment: { EDU_REPO_CONFIG: settings },
      input: '',
    });
    expect([empty.code, empty.stderr]).toEqual([2, expect.stringContaining('There is no password on stdin.')]);
  });
});

describe('the lock', () => {
  const paths = () => ({ lock: join(folder, `lock-${count}`), number: join(folder, `number-${count}`) });

  test('admits one process at a time', async () => {
    const { lock, number } = paths();
    await writeFile(number, '0');
    const add = () =>
      withFileLock(lock, async () => {
        const before = Number(await readFile(number, 'utf8'));
        await new Promise((resolve) => setTimeout(resolve, 1));
        await writeFile(number, String(before + 1));
      });
    await Promise.all(Array.from({ length: 40 }, add));
    expect(await readFile(number, 'utf8')).toBe('40');
    await expect(stat(lock)).rejects.toThrow('ENOENT');
  });

  test('of a process that has ended is taken over by one of the waiting processes', async () => {
    const { lock, number } = paths();
    await writeFile(number, '0');
    const { pid } = spawnSync(process.execPath, ['--version']);
    await writeFile(lock, JSON.stringify({ token: 'dead', pid, host: hostname() }));
    const add = () =>
      withFileLock(lock, async () => {
        const before = Number(await readFile(number, 'utf8'));
        await new Promise((resolve) => setTimeout(resolve, 1));
        await writeFile(number, String(before + 1));
      });
    await Promise.all(Array.from({ length: 20 }, add));
    expect(await readFile(number, 'utf8')).toBe('20');
  });

  test.each([
    ['empty', ''],
    ['full of zeros', '\0\0\0\0'],
    ['cut off', '{"token":"half'],
  ])('that a power cut has left %s is taken over, by one of all who wait', async (_, content) => {
    const { lock, number } = paths();
    await writeFile(number, '0');
    await writeFile(lock, content);
    const longAgo = new Date('2026-01-01T00:00:00Z');
    await utimes(lock, longAgo, longAgo);
    const add = () =>
      withFileLock(lock, async () => {
        const before = Number(await readFile(number, 'utf8'));
        await new Promise((resolve) => setTimeout(resolve, 1));
        await writeFile(number, String(before + 1));
      });
    await Promise.all(Array.from({ length: 20 }, add));
    expect(await readFile(number, 'utf8')).toBe('20');
  });

  test('is released when the work fails', async () => {
    const { lock } = paths();
    await expect(withFileLock(lock, () => Promise.reject(new Error('broke')))).rejects.toThrow('broke');
    expect(await withFileLock(lock, async () => 'in')).toBe('in');
  });
});

test('an existing settings folder keeps its mode', async () => {
  const shared = join(folder, `shared-${count}`);
  await mkdir(shared, { mode: 0o755 });
  expect(
    (await run(['remote', 'add', 'schule', 'http://127.0.0.1:1', '--config', join(shared, 'own.yaml'), '--no-test']))
      .code,
  ).toBe(0);
  expect((await stat(shared)).mode & 0o777).toBe(0o755);
});
