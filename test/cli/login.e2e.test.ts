import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { expired, selfSigned } from '../support/self-signed.ts';
import { openWayTo } from '../support/served-schools.ts';
import { adminPassword, home, start, startDaemon, withBuiltProgram } from './built-program.ts';

withBuiltProgram();

interface Login {
  readonly tokens: { readonly access: string; readonly refresh: string; readonly expiresAt: number };
}

const password = 'Fahrradständer 8';
const logins = (...names: string[]): string => home('.config', 'edu-repo', 'logins', ...names);

/** The file with the one login that is kept. */
async function loginFile(): Promise<string> {
  const names = await readdir(logins());
  expect(names).toHaveLength(1);
  return logins(names[0] ?? '');
}

const readLogin = async (): Promise<Login> => JSON.parse(await readFile(await loginFile(), 'utf8')) as Login;

async function changeTokens(change: Partial<Login['tokens']>): Promise<void> {
  const login = await readLogin();
  await writeFile(await loginFile(), JSON.stringify({ ...login, tokens: { ...login.tokens, ...change } }));
}

beforeAll(async () => {
  await start(['init']);
  await start(['user', 'create', 'anna', '--password-stdin'], { input: `${password}\n` });
  await start(['client', 'add', 'cli', '--secret-file', 'cli.secret']);
});

/** A daemon on a new port, chosen as a remote, with anna signed in. */
async function signedIn(): Promise<{ readonly url: string }> {
  const { url } = await startDaemon();
  await start(['remote', 'remove', 'schule']);
  await start(['remote', 'add', 'schule', url]);
  await start(['remote', 'use', 'schule']);
  const { exitCode, stderr } = await start(
    ['login', '--username', 'anna', '--password-stdin', '--client-id', 'cli', '--client-secret-file', 'cli.secret'],
    { input: `${password}\n` },
  );
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return { url };
}

describe('login', () => {
  test('keeps tokens and no password in a file of mode 0600 in a folder of mode 0700', async () => {
    const { url } = await signedIn();
    const file = await loginFile();
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(logins())).mode & 0o777).toBe(0o700);
    const text = await readFile(file, 'utf8');
    expect(text).not.toContain(password);
    const { stdout } = await start(['whoami']);
    expect(stdout).toMatch(/^user +anna$/m);
    expect(stdout).toContain(url);
    expect(stdout).toContain('by edu-repo login');
    await start(['remote', 'use', '--local']);
    await writeFile(home('brief.txt'), 'Liebe Eltern');
    const put = await start(['cp', 'brief.txt', 'schule:~/brief.txt']);
    expect(put.stderr).toContain('to schule:~/brief.txt');
    await start(['cp', 'schule:~/brief.txt', 'back.txt']);
    expect(await readFile(home('back.txt'), 'utf8')).toBe('Liebe Eltern');
    expect((await start(['cp', 'schulle:~/brief.txt', '.'])).exitCode).toBe(3);
  });

  test('is refused with a wrong password, an unknown client, and by a file that others can read', async () => {
    await signedIn();
    const wrong = await start(['login', '--username', 'anna', '--password-stdin'], { input: 'falsch\n' });
    expect(wrong.exitCode).toBe(4);
    expect(wrong.stderr).toContain('the user name or the password is wrong');
    expect(wrong.stderr).not.toContain('client add');
    await writeFile(home('other.secret'), 'falsch', { mode: 0o600 });
    const words = ['login', '--client-id', 'nobody', '--client-secret-file', 'other.secret'];
    const unknown = await start([...words, '--username', 'anna', '--password-stdin'], { input: `${password}\n` });
    expect(unknown.exitCode).toBe(4);
    expect(unknown.stderr).toContain('edu-repo client add nobody');
    expect(unknown.stderr).not.toContain('password is wrong');
    expect((await start(['whoami', '-o', 'id'])).stdout).toBe('anna');
    await chmod(await loginFile(), 0o640);
    const open = await start(['ls', '/']);
    expect(open.exitCode).toBe(1);
    expect(open.stderr).toContain('(mode 640)');
    expect(open.stderr).toContain('chmod 600');
    await chmod(await loginFile(), 0o600);
    await chmod(logins(), 0o755);
    await start(['login', '--username', 'anna', '--password-stdin'], { input: `${password}\n` });
    expect((await stat(logins())).mode & 0o777).toBe(0o700);
  });

  test('refreshes before the end; commands beside each other use one refresh token once', async () => {
    await signedIn();
    const before = await readLogin();
    for (const round of [1, 2]) {
      await changeTokens({ expiresAt: 1 });
      const runs = await Promise.all(Array.from({ length: 6 }, () => start(['user', 'get', '-o', 'id'])));
      const outcomes = runs.map(({ exitCode, stdout, stderr }) => ({ exitCode, stdout, stderr }));
      expect(outcomes, `round ${round}`).toEqual(runs.map(() => ({ exitCode: 0, stdout: 'anna', stderr: '' })));
    }
    const after = await readLogin();
    expect(after.tokens.refresh).not.toBe(before.tokens.refresh);
    expect((await readdir(logins())).filter((name) => !name.endsWith('.json'))).toEqual([]);
  });

  test('gets a new access token when the server does not take the old one', async () => {
    await signedIn();
    await changeTokens({ access: 'worthless' });
    expect((await start(['user', 'get', '-o', 'id'])).stdout).toBe('anna');
    expect((await readLogin()).tokens.access).not.toBe('worthless');
  });

  test('that has ended is exit code 4 with advice, and a new password ends it', async () => {
    await signedIn();
    await changeTokens({ refresh: 'worthless', expiresAt: 1 });
    const ended = await start(['ls', '/']);
    expect(ended.exitCode).toBe(4);
    expect(ended.stderr).toContain('Sign in again: edu-repo login');
    expect((await start(['remote', 'test'])).exitCode).toBe(4);
    await start(['login', '--username', 'anna', '--password-stdin'], { input: `${password}\n` });
    expect((await start(['ls', '/'])).exitCode).toBe(0);
    const own = { env: { EDU_REPO_USER: 'anna', EDU_REPO_PASSWORD: password } };
    await start(['user', 'passwd', '--password-stdin'], { ...own, input: `${password}\n${password}\n` });
    expect((await start(['user', 'get'])).exitCode).toBe(4);
    await start(['login', '--username', 'anna', '--password-stdin'], { input: `${password}\n` });
    const changed = await start(['user', 'passwd', '--password-stdin'], { input: `${password}\n${password}\n` });
    expect(changed.stderr).toContain('Sign in again: edu-repo login');
    expect(await readFile(await loginFile(), 'utf8')).not.toContain('refresh');
  });

  test('is tested, and forgotten by logout', async () => {
    const { url } = await signedIn();
    const tested = await start(['remote', 'test', 'schule']);
    expect(tested.stdout).toMatch(/^version +interface 3\.1/m);
    expect(tested.stdout).toMatch(/^signed in as +anna$/m);
    expect(tested.stdout).toMatch(/^clock difference +none$/m);
    expect((await start(['remote', 'list'])).stdout).toMatch(/^schule +\S+ +anna +yes$/m);
    await start(['logout']);
    expect(await readFile(await loginFile(), 'utf8')).not.toContain('refresh');
    const out = await start(['whoami']);
    expect(out.exitCode).toBe(4);
    expect(out.stdout).toMatch(/^user +not signed in$/m);
    // The environment goes before a login, and over --url no name is needed.
    const asAdmin = { env: { EDU_REPO_USER: 'admin', EDU_REPO_PASSWORD: adminPassword } };
    expect((await start(['whoami', '-o', 'id', '--url', url], asAdmin)).stdout).toBe('admin');
    await start(['login', '--username', 'anna', '--password-stdin'], { input: `${password}\n` });
    expect((await start(['whoami', '-o', 'id'])).stdout).toBe('anna');
    await start(['logout', '--forget-client']);
    expect(await readdir(logins())).toEqual([]);
  });
});

describe('a certificate that this machine trusts by NODE_EXTRA_CA_CERTS', () => {
  test('opens the way; one of another host, and one that has expired, have words of their own', async () => {
    const { url } = await startDaemon();
    const [way, old] = [await openWayTo(url, selfSigned), await openWayTo(url, expired)];
    try {
      await writeFile(home('ca.pem'), `${selfSigned.cert}\n${expired.cert}\n`);
      const env = { NODE_EXTRA_CA_CERTS: home('ca.pem'), EDU_REPO_CONFIG: home('secure', 'config.yaml') };
      const options = { env, input: `${password}\n` };
      const words = ['--username', 'anna', '--password-stdin'];
      const signedIn = await start(['login', way.url, ...words], options);
      expect(signedIn.exitCode, signedIn.stderr).toBe(0);
      const refused = await start(['login', way.url, ...words], { input: options.input });
      expect([refused.exitCode, refused.stderr]).toEqual([8, expect.stringContaining('NODE_EXTRA_CA_CERTS')]);
      const other = await start(['login', way.url.replace('127.0.0.1', 'localhost'), ...words], options);
      expect([other.exitCode, other.stderr]).toEqual([8, expect.stringContaining('for another host name')]);
      const ended = await start(['login', old.url, ...words], options);
      expect([ended.exitCode, ended.stderr]).toEqual([8, expect.stringContaining('has expired, or is not valid yet')]);
    } finally {
      await way.close();
      await old.close();
    }
  });
});
