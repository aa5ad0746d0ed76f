import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { anna, bert } from '../support/people.ts';
import { openWayTo, type ServedSchool, serveSchool, type WayTo } from '../support/served-schools.ts';
import { newName } from '../support/trees.ts';
import { type Run, run as runLine, type Surroundings } from './run-line.ts';

let school: ServedSchool;
/** A school whose administrator has switched the public client off. */
let strict: ServedSchool;
let way: WayTo;
let folder = '';
let count = 0;
let settings = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sign-in-'));
  school = await serveSchool('school');
  strict = await serveSchool('strict', { 'authentication.oauth.publicClient': 'false' });
  way = await openWayTo(school.url);
});
afterAll(async () => {
  await way?.close();
  await school?.close();
  await strict?.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  count += 1;
  settings = join(folder, String(count), 'config.yaml');
  way.behaviour = 'passes';
  way.requests.length = 0;
});

const run = (words: readonly string[], { environment, ...more }: Surroundings = {}): Promise<Run> =>
  runLine(words, { ...more, environment: { EDU_REPO_CONFIG: settings, ...environment } });
const logIn = (url: string, { userName, password }: { userName: string; password: string }, ...more: string[]) =>
  run(['login', url, '--username', userName, '--password-stdin', ...more], { input: `${password}\n` });
const whoIs = async (...words: string[]) => (await run(['whoami', '-o', 'id', ...words])).stdout.trim();

const logins = () => join(folder, String(count), 'logins');
async function loginFiles(): Promise<string[]> {
  const names = (await readdir(logins())).filter((name) => name.endsWith('.json'));
  return Promise.all(names.map((name) => readFile(join(logins(), name), 'utf8')));
}
async function changeLogin(change: (login: { tokens: object; others?: unknown }) => object): Promise<void> {
  const [name = ''] = await readdir(logins());
  const path = join(logins(), name);
  await writeFile(path, JSON.stringify(change(JSON.parse(await readFile(path, 'utf8')))), { mode: 0o600 });
}

async function newPerson(): Promise<{ userName: string; password: string }> {
  const userName = newName('person');
  await school.admin.createPerson({ repository: '-home-', person: userName, password: 'Kreide', body: {} });
  return { userName, password: 'Kreide' };
}

describe('login with an address', () => {
  test('needs no client: it adds a remote, says what was used, and keeps no password', async () => {
    const { code, stdout, stderr } = await logIn(school.url, anna);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('Added the remote 127.0.0.1') });
    expect(stdout).toMatch(/^signed in as +anna$/m);
    expect(stdout).toMatch(/^signed in with +the built-in client edu-repo-cli$/m);
    expect(await whoIs('--remote', '127.0.0.1')).toBe('anna');
    const [text] = await loginFiles();
    expect(text).not.toContain(anna.password);
    const shown = await logIn(school.url, anna, '-o', 'json');
    expect(Object.keys(JSON.parse(shown.stdout))).toEqual(['url', 'userName', 'signedInWith']);
    expect(shown.stderr).toContain('This is the remote 127.0.0.1');
    expect((await run(['remote', 'list', '-o', 'id'])).stdout).toBe('127.0.0.1\n');
  });

  test('takes the name of the remote before it, or from --remote, and refuses one of another address', async () => {
    expect((await logIn('schule', anna, school.url)).stderr).toContain('Added the remote schule');
    expect(await whoIs('--remote', 'schule')).toBe('anna');
    const other = await logIn(way.url, anna, '--remote', 'schule');
    expect([other.code, other.stderr]).toEqual([6, expect.stringContaining('The remote schule already exists')]);
    expect((await logIn(way.url, anna, '--remote', 'schule', '--dry-run')).code).toBe(6);
    expect((await logIn('schule', anna, 'umweg')).code).toBe(2);
    expect(way.requests).toEqual([]);
    expect((await logIn(way.url, anna, '--remote', 'umweg')).stderr).toContain('Added the remote umweg');
    expect((await run(['remote', 'list', '-o', 'id'])).stdout).toBe('schule\numweg\n');
  });

  test('asks the server once about a wrong password, adds nothing, and is exit code 4', async () => {
    const person = await newPerson();
    const { code, stderr } = await logIn(way.url, { ...person, password: 'falsch' });
    expect([code, stderr]).toEqual([4, expect.stringContaining('the user name or the password is wrong')]);
    expect(way.requests.filter((path) => !path.includes('_about'))).toEqual(['/edu-sharing/oauth2/token']);
    expect((await run(['remote', 'list', '-o', 'id'])).stdout).toBe('');
  });

  test('uses the spelling of the server', async () => {
    const { userName, password } = await newPerson();
    await logIn(school.url, { userName: userName.toUpperCase(), password });
    expect(await whoIs('--url', school.url, '--as', userName)).toBe(userName);
  });

  test('shows what it would do with --dry-run', async () => {
    const { code, stderr } = await logIn(way.url, anna, '--dry-run');
    expect([code, stderr]).toEqual([0, expect.stringContaining('Would sign in')]);
    expect(way.requests).toEqual([]);
  });
});

describe('several users at one repository', () => {
  test('the last login is the default, and --as or EDU_REPO_AS chooses another one', async () => {
    await logIn(school.url, anna);
    await logIn(school.url, bert);
    const at = ['--url', school.url];
    expect(await loginFiles()).toHaveLength(1);
    expect(await whoIs(...at)).toBe('bert');
    expect(await whoIs(...at, '--as', 'anna')).toBe('anna');
    expect((await run(['--as', 'anna', 'whoami', '-o', 'id', ...at])).stdout).toBe('anna\n');
    const as = { environment: { EDU_REPO_AS: 'anna' } };
    expect((await run(['whoami', '-o', 'id', ...at], as)).stdout).toBe('anna\n');
    expect((await run(['whoami', '-o', 'id', ...at, '--as', 'bert'], as)).stdout).toBe('bert\n');
    // The option goes before the variables, and a missing login is no reason to use another one.
    const own = { environment: { EDU_REPO_USER: 'bert', EDU_REPO_PASSWORD: bert.password } };
    expect((await run(['whoami', '-o', 'id', ...at, '--as', 'anna'], own)).stdout).toBe('anna\n');
    const unknown = await run(['whoami', ...at, '--as', 'carla']);
    expect([unknown.code, unknown.stderr]).toEqual([4, expect.stringContaining('Signed in: bert, anna')]);
  });

  test('a refresh keeps the others and the default', async () => {
    await logIn(school.url, anna);
    await logIn(school.url, bert);
    await changeLogin((login) => {
      const [first] = login.others as { tokens: object }[];
      return { ...login, others: [{ ...first, tokens: { ...first?.tokens, expiresAt: 1 } }] };
    });
    expect(await whoIs('--url', school.url, '--as', 'anna')).toBe('anna');
    expect(await whoIs('--url', school.url)).toBe('bert');
    expect(await whoIs('--url', school.url, '--as', 'anna')).toBe('anna');
  });

  test('the files of earlier versions, with one login, are read', async () => {
    await logIn(school.url, anna);
    await changeLogin(({ others, ...login }) => {
      expect(others).toBeUndefined();
      return login;
    });
    await logIn(school.url, bert);
    expect(await whoIs('--url', school.url, '--as', 'anna')).toBe('anna');
  });

  test('logout ends one of them, and the other one becomes the default; --all ends all', async () => {
    await logIn(school.url, anna);
    await logIn(school.url, bert);
    await logIn(strict.url, anna);
    await run(['logout', school.url]);
    expect(await whoIs('--url', school.url)).toBe('anna');
    expect((await run(['logout', school.url, '--as', 'bert'])).stderr).toContain('bert is not signed in');
    expect((await run(['logout', '--all', school.url])).code).toBe(2);
    expect((await run(['logout', '--all', '--dry-run'])).stderr).toMatch(/Would delete the login of anna.*\n.*anna/);
    expect((await run(['logout', '--all'])).code).toBe(0);
    for (const text of await loginFiles()) expect(text).not.toMatch(/refresh|"session"/);
    expect(await whoIs('--url', school.url)).toBe('');
    await run(['logout', '--all', '--forget-client']);
    expect(await loginFiles()).toEqual([]);
  });

  test('--as is refused where a data directory needs no login', async () => {
    const { code, stderr } = await run(['ls', '/', '--as', 'anna', '--data', folder]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('only with remote repositories')]);
  });
});

describe('login status', () => {
  interface Shown {
    readonly logins: readonly { userName: string; state: string; isDefault: boolean; remote: string | null }[];
  }
  const states = async () => {
    const { code, stdout } = await run(['login', 'status', '-o', 'json']);
    expect(stdout).not.toMatch(/access|refresh/);
    const { logins: all } = JSON.parse(stdout) as Shown;
    return { code, states: all.map(({ userName, state, isDefault }) => [userName, state, isDefault]) };
  };

  test('tests each login: valid, withdrawn, expired and signed out', async () => {
    const [first, second] = [await newPerson(), await newPerson()];
    await logIn(school.url, first);
    await logIn(school.url, second);
    await run(['remote', 'add', 'andere', 'http://127.0.0.1:1', '--no-test']);
    expect(await states()).toEqual({
      code: 0,
      states: [
        [second.userName, 'valid', true],
        [first.userName, 'valid', false],
        [null, 'signed out', false],
      ],
    });
    await school.admin.setPersonStatus({ repository: '-home-', person: second.userName, status: 'blocked' });
    const listed = await states();
    expect([listed.code, listed.states[0]]).toEqual([4, [second.userName, 'withdrawn', true]]);
    const refused = await run(['ls', '/', '--url', school.url]);
    expect([refused.code, refused.stderr]).toEqual([4, expect.stringMatching(/was withdrawn(?:.|\n)*Sign in again/)]);
    await changeLogin((login) => ({ ...login, tokens: { ...login.tokens, expiresAt: 1 } }));
    expect((await states()).states[0]).toEqual([second.userName, 'expired', true]);
    expect((await run(['ls', '/', '--url', school.url])).stderr).toContain('has expired');
    await run(['logout', school.url]);
    expect((await states()).states).toContainEqual([second.userName, 'signed out', false]);
  });

  test('says why a server could not be asked, and is exit code 8', async () => {
    const gone = await openWayTo(school.url);
    await logIn(gone.url, anna);
    await gone.close();
    const { code, stdout, stderr } = await run(['login', '--status']);
    expect([code, stderr]).toEqual([8, expect.stringContaining('ECONNREFUSED')]);
    expect(stdout).toMatch(/127\.0\.0\.1 +anna +not tested +yes/);
  });

  test('has a word where there are none', async () => {
    expect(await run(['login', 'status'])).toMatchObject({ code: 0, stderr: expect.stringContaining('no logins') });
  });
});

describe('a repository without the public client', () => {
  test('opens a session, which is kept, and has a word when it ends', async () => {
    const signedIn = await logIn(strict.url, anna);
    expect(signedIn.stdout).toMatch(/^signed in with +a session of the server/m);
    const [text] = await loginFiles();
    expect(text).not.toContain(anna.password);
    expect(await whoIs('--url', strict.url)).toBe('anna');
    const made = await run(['mkdir', '~/Neu', '--url', strict.url]);
    expect(made.code, made.stderr).toBe(0);
    await changeLogin((login) => ({ ...login, session: 'ended' }));
    const ended = await run(['ls', '/', '--url', strict.url]);
    expect([ended.code, ended.stderr]).toEqual([4, expect.stringContaining('has expired')]);
    expect((await run(['login', 'status'])).stdout).toContain('expired');
  });

  test('refuses a wrong password', async () => {
    const { code, stderr } = await logIn(strict.url, { ...anna, password: 'falsch' });
    expect([code, stderr]).toEqual([4, expect.stringContaining('password is wrong')]);
  });
});

/** A server of the same interface, which knows one client, and Anna. */
describe('another server of the interface', () => {
  interface Foreign {
    /** What a request to the token endpoint gets; undefined: there is no such endpoint. */
    readonly client?: string;
    /** Whether it ignores the tokens that it issues. */
    readonly ignoresTokens?: true;
    readonly session?: string;
  }
  const pretend = ({ client, ignoresTokens, session }: Foreign): void => {
    way.behaviour = (request, response): unknown => {
      const json = (status: number, value: unknown, headers = {}) =>
        response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
      const path = request.url ?? '';
      if (path.endsWith('/_about')) return json(200, { version: { major: 1, minor: 1, repository: '9.1' } });
      if (path.endsWith('/oauth2/token')) {
        if (client === undefined) return response.writeHead(404, { 'content-type': 'text/html' }).end('<p>no');
        let text = '';
        request.on('data', (chunk: Buffer) => (text += chunk.toString()));
        request.on('end', () => {
          const fields = new URLSearchParams(text);
          const knows = `${fields.get('client_id')}=${fields.get('client_secret')}` === client;
          if (!knows) return json(401, { error: 'trustless client_id' });
          return json(200, { access_token: 'good', refresh_token: 'next', expires_in: '3600' });
        });
        return undefined;
      }
      const { authorization = '', cookie = '' } = request.headers;
      const right = `Basic ${Buffer.from('anna:geheim').toString('base64')}`;
      const byToken = ignoresTokens !== true && authorization === 'Bearer good';
      const isIn = byToken || authorization === right || (session !== undefined && cookie === `JSESSIONID=${session}`);
      const headers =
        authorization === right && session !== undefined ? { 'set-cookie': `JSESSIONID=${session}; Path=/` } : {};
      return json(
        200,
        { isValidLogin: isIn, authorityName: isIn ? 'anna' : null, isGuest: false, statusCode: 'x' },
        headers,
      );
    };
  };
  const person = { userName: 'anna', password: 'geheim' };

  test('takes the usual client, which is tried after the built-in one', async () => {
    pretend({ client: 'eduApp=secret' });
    const { code, stdout, stderr } = await logIn(way.url, person);
    expect({ code, stdout }, stderr).toEqual({
      code: 0,
      stdout: expect.stringMatching(/with +the client eduApp, usual/),
    });
    expect(await whoIs('--url', way.url)).toBe('anna');
  });

  test('that ignores its own tokens, or issues none, gets a session', async () => {
    for (const foreign of [
      { client: 'eduApp=secret', ignoresTokens: true, session: 'A1' },
      { session: 'B2' },
    ] as const) {
      pretend(foreign);
      expect((await logIn(way.url, person)).stdout).toMatch(/signed in with +a session/);
      expect((await loginFiles()).join()).toContain(foreign.session);
      expect(await whoIs('--url', way.url)).toBe('anna');
    }
  });

  test('that takes only Basic gets no stored password, and the person the advice to set variables', async () => {
    pretend({});
    const { code, stderr } = await logIn(way.url, person);
    expect([code, stderr]).toEqual([4, expect.stringContaining('EDU_REPO_USER and EDU_REPO_PASSWORD')]);
    const wrong = await logIn(way.url, { ...person, password: 'falsch' });
    expect([wrong.code, wrong.stderr]).toEqual([4, expect.stringContaining('password is wrong')]);
  });
});

describe('remote add with an address alone', () => {
  test('tests it, and takes the name from the host', async () => {
    const { code, stderr } = await run(['remote', 'add', school.url]);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/A repository answers, version/)]);
    const port = new URL(school.url).port;
    for (const url of ['https://www.schule.example.org', 'https://repo.example.org', `http://localhost:${port}`])
      await run(['remote', 'add', url, '--no-test']);
    await run(['remote', 'add', way.url]);
    // The same address again is no second remote.
    await run(['remote', 'add', way.url]);
    expect((await run(['remote', 'list', '-o', 'id'])).stdout.trim().split('\n')).toEqual([
      '127.0.0.1',
      'schule',
      'example',
      'localhost',
      '127.0.0.1-2',
    ]);
  });

  test('adds nothing if no repository answers, unless --no-test says so', async () => {
    const { code, stderr } = await run(['remote', 'add', 'probe', 'http://127.0.0.1:1']);
    expect([code, stderr]).toEqual([8, expect.stringContaining('--no-test')]);
    expect((await run(['remote', 'list', '-o', 'id'])).stdout).toBe('');
    expect((await run(['remote', 'add', 'probe', 'http://127.0.0.1:1', '--no-test'])).code).toBe(0);
    expect((await run(['remote', 'add', 'probe'])).code).toBe(2);
  });

  test('offers to sign in at a terminal', async () => {
    const { code, stderr } = await run(['remote', 'add', school.url], { typed: 'n\n' });
    expect(code).toBe(0);
    expect(stderr).toContain('Sign in to 127.0.0.1 now?');
    expect(stderr).toContain('edu-repo login 127.0.0.1');
  });
});
