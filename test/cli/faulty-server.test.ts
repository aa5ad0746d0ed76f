import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RunningServer, serve } from '../../src/daemon/serve.ts';
import { type Fate, type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts';
import { makeTree } from './local-tree.ts';
import { run } from './run-line.ts';

let folder = '';
let server: RunningServer;
let proxy: FaultyProxy;
let count = 0;
let top = '';
let source = '';

const password = 'Tafel und Schwamm 9';
const environment = (url: string) => ({ EDU_REPO_URL: url, EDU_REPO_USER: 'admin', EDU_REPO_PASSWORD: password });
/** Over the proxy. */
const there = (...words: string[]) => run(words, { environment: environment(proxy.url) });
/** Past the proxy: what is true. */
const truth = async (...words: string[]) => (await run(words, { environment: environment(server.url) })).stdout;

/** Every request that fits meets the fates in turn, then all pass. */
function misfortune(pattern: RegExp, ...fates: Fate[]): void {
  const left = [...fates];
  proxy.fate = (line) => (pattern.test(line) ? (left.shift() ?? 'pass') : 'pass');
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cli-'));
  process.env['EDU_REPO_ADMIN_PASSWORD'] = password;
  server = await serve({ dataDirectory: join(folder, 'data'), overrides: { 'server.port': '0' } });
  proxy = await startFaultyProxy(server.url);
});

afterAll(async () => {
  delete process.env['EDU_REPO_ADMIN_PASSWORD'];
  await proxy.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  count += 1;
  top = `/top-${count}`;
  source = join(folder, `source-${count}`);
  proxy.fate = () => 'pass';
  proxy.lines.length = 0;
  await makeTree(source, { 'a.txt': 'first file', 'sub/b.txt': 'second file' });
});

const unknownCall: Fate = { status: 404, body: '{"error":"javax.ws.rs.NotFoundException","message":"HTTP 404"}' };

/** The server has only the calls of the field: everything that is asked of a batch is unknown to it. */
function withoutBatches(): void {
  const fateOfOthers: FaultyProxy['fate'] = proxy.fate;
  proxy.fate = (line) => (/\/nodes\/batch/.test(line) ? unknownCall : fateOfOthers(line));
}

describe('the way to a server', () => {
  test('the password of somebody new is in no address, where servers would write it into their logs', async () => {
    const list = join(source, 'list.csv');
    await writeFile(list, `Login,Passwort\nlisted-${count},aus der Liste\n`);
    const made = await there('user', 'create', `made-${count}`, '--generate-password');
    expect((await there('user', 'import', list)).code).toBe(0);
    const posts = proxy.lines.filter((line) => line.startsWith('POST '));
    expect(posts).toHaveLength(2);
    for (const line of posts) expect(line).toMatch(/\/iam\/v1\/people\/-home-\/(made|listed)-\d+$/);
    const [generated] = /\S+$/.exec(made.stderr.trim()) ?? [];
    for (const [user, EDU_REPO_PASSWORD] of [
      [`made-${count}`, generated],
      [`listed-${count}`, 'aus der Liste'],
    ]) {
      const own = { ...environment(server.url), EDU_REPO_USER: user, EDU_REPO_PASSWORD };
      expect((await run(['whoami'], { environment: own })).stdout).toContain(user);
    }
  });

  test.each([
    '',
    '/',
    '/edu-sharing',
    '/edu-sharing/',
    '/edu-sharing/components/search?query=foto',
    '/edu-sharing/rest',
    '/edu-sharing/rest/',
    '/edu-sharing/restaurant',
  ])('an address without a path, or from a browser, gets the default path: %s', async (path) => {
    expect((await there('ls', '/', '--url', `${new URL(proxy.url).origin}${path}`)).code).toBe(0);
    expect(proxy.lines[0]).toMatch(/^GET \/edu-sharing\/rest\/node\/v1\//);
  });

  test.each(['/edu-sharing/schule1/rest', '/rest', '/repo'])(
    'any other path of an address is kept: %s',
    async (path) => {
      await there('ls', '/', '--url', `${new URL(proxy.url).origin}${path}/`);
      expect(proxy.lines[0]).toContain(`GET ${path}/node/v1/`);
    },
  );

  test('a token goes before user and password, and an address before a data directory', async () => {
    const both = { ...environment(proxy.url), EDU_REPO_TOKEN: 'tok', EDU_REPO_DATA: '/nowhere' };
    expect((await run(['ls', '/'], { environment: both })).code).toBe(4);
    expect(proxy.authorization).toBe('Bearer tok');
    await there('ls', '/');
    expect(proxy.authorization).toBe(`Basic ${Buffer.from(`admin:${password}`).toString('base64')}`);
  });

  test('a data directory on the command line goes before an address in the environment', async () => {
    expect((await there('ls', '/', '--data', join(folder, 'none'))).stderr).toContain('There is no repository at');
  });

  test('without any sign-in the answer is exit code 4', async () => {
    const { code, stderr } = await run(['ls', '/'], { environment: { EDU_REPO_URL: proxy.url } });
    expect(code).toBe(4);
    expect(stderr).toContain('EDU_REPO_USER and EDU_REPO_PASSWORD');
  });

  test.each(['ftp://x', 'repo.example.org', 'http://', 'http://anna:geheim@x/'])('refuses «%s»', async (url) => {
    const { code, stderr } = await there('ls', '/', '--url', url);
    expect(code).toBe(2);
    expect(stderr).not.toContain('geheim');
  });

  test('a user name without a password is refused, before anything is sent', async () => {
    const half = { EDU_REPO_URL: proxy.url, EDU_REPO_USER: 'admin' };
    expect((await run(['ls', '/'], { environment: half })).code).toBe(2);
    expect(proxy.lines).toEqual([]);
  });

  test('nobody there, silence, and something else that answers: exit code 8 and three lines', async () => {
    const gone = await startFaultyProxy(server.url);
    await gone.close();
    const nobody = await there('ls', '/', '--url', gone.url);
    misfortune(/./, 'silence');
    const silent = await there('ls', '/', '--timeout', '300ms');
    misfortune(/./, { status: 200, body: '<html>Hello</html>' });
    const other = await there('ls', '/');
    for (const { code, stderr } of [nobody, silent, other]) {
      expect(code).toBe(8);
      expect(stderr.trimEnd().split('\n')).toHaveLength(3);
    }
    expect(other.stderr).toContain('Check that the address is that of a repository');
  });

  test('--verbose tells every call, and --debug shows where an error came from', async () => {
    expect((await there('ls', '/', '-v')).stderr).toMatch(/^listChildren 200 \d+ ms$/m);
    misfortune(/./, { status: 500 });
    expect((await there('ls', '/', '--debug')).stderr).toMatch(/^ {4}at /m);
  });
});

describe('another server of the interface', () => {
  test('that does not resolve paths is walked, folder by folder', async () => {
    await there('import', source, top);
    proxy.fate = (line) => (line.includes('_resolve') ? unknownCall : 'pass');
    expect((await there('cat', `${top}/sub/b.txt`)).stdout).toBe('second file');
    expect((await there('ls', `${top}/sub/`)).stdout).toBe('b.txt\n');
    expect((await there('ls', `${top}/nichts`)).code).toBe(3);
    expect((await there('import', source, top)).stderr).toContain('2 already there');
  });

  test('that sends sizes as text and no hashes is compared by the bytes', async () => {
    await there('import', source, top);
    const { node } = JSON.parse(await truth('node', 'get', `${top}/a.txt`, '-o', 'json'));
    const foreign = { ...node, size: '10', content: undefined };
    const listing = { nodes: [foreign], pagination: { total: 1, from: 0, count: 1 } };
    const topOnly = new RegExp(`^GET .*/${node.parent.id}/children`);
    proxy.fate = (line) => (topOnly.test(line) ? { status: 200, body: JSON.stringify(listing) } : 'pass');
    expect((await there('import', source, top)).stderr).toContain('2 already there');
    expect(proxy.lines.some((line) => line.includes('eduservlet/download'))).toBe(true);
    await makeTree(source, { 'a.txt': 'first FILE' });
    expect((await there('import', source, top)).stderr).toContain('1 existing with different content');
  });
});

describe('import over a bad connection', () => {
  const complete = async () => {
    expect(await truth('tree', top)).toBe(`${top}\n├── sub/\n│   └── b.txt\n└── a.txt\n`);
    expect(await truth('cat', `${top}/a.txt`, `${top}/sub/b.txt`)).toBe('first filesecond file');
  };

  test.each([
    ['reading fails twice', /^GET/, ['lost', 'answer lost']],
    ['the server asks for patience', /./, [{ status: 503, headers: { 'retry-after': '0' } }]],
    ['making a folder gets no answer', /children\?type=ccm%3Amap/, ['answer lost']],
    ['the question for batches breaks off', /\/nodes\/batch/, ['answer lost', 'lost']],
    ['a batch gets no answer', /\/nodes\/batch/, ['pass', 'answer lost', 'lost']],
    ['a batch breaks off', /\/nodes\/batch/, ['pass', 'lost', 'lost']],
  ] as const)('is complete when %s, and nothing is there twice', async (_, pattern, fates) => {
    misfortune(pattern, ...fates);
    const { code, stderr } = await there('import', source, top, '--concurrency', '1');
    expect(stderr).not.toContain('failed');
    expect(code).toBe(0);
    expect(proxy.lines.filter((line) => pattern.test(line)).length).toBeGreaterThan(fates.length);
    await complete();
  });

  test.each([
    ['making a file gets no answer', /children\?type=ccm%3Aio/, ['answer lost', 'lost']],
    ['an upload gets no answer', /\/content\?/, ['answer lost']],
    ['an upload breaks off', /\/content\?/, ['lost', 'lost']],
  ] as const)('without batches is complete when %s, and nothing is there twice', async (_, pattern, fates) => {
    misfortune(pattern, ...fates);
    withoutBatches();
    const { code, stderr } = await there('import', source, top, '--concurrency', '1');
    expect(stderr).not.toContain('failed');
    expect(code).toBe(0);
    expect(proxy.lines.filter((line) => pattern.test(line)).length).toBeGreaterThan(fates.length);
    await complete();
  });

  test('says once per outage that it waits for the server', async () => {
    misfortune(/./, 'pass', 'pass', 'lost', 'lost', { status: 503, headers: { 'retry-after': '0' } });
    const { code, stderr } = await there('import', source, top, '--concurrency', '1');
    expect(code).toBe(0);
    expect(stderr).toMatch(/^The connection to the server was lost\. Waiting to try again\.\nImported 2 files .*\n$/);
    await complete();
  });

  describe.each([
    ['with batches', /\/nodes\/batch/, true],
    ['without batches', /\/content\?/, false],
  ] as const)('%s', (_, pattern, hasBatches) => {
    test.each([
      ['the server is gone', 'lost' as const, 8],
      ['the sign-in is refused', { status: 401 }, 4],
      ['the disk is full', { status: 507 }, 8],
    ])('ends early when %s, with a summary, and can be repeated', async (__, fate: Fate, code) => {
      proxy.fate = (line) => (pattern.test(line) ? fate : 'pass');
      if (!hasBatches) withoutBatches();
      const failed = await there('import', source, top);
      expect(failed.code).toBe(code);
      expect(failed.stderr).toContain('Imported 0 files');
      proxy.fate = () => 'pass';
      expect((await there('import', source, top)).code).toBe(0);
      await complete();
    });
  });

  test('without batches goes on when one file is refused, and leaves nothing of it', async () => {
    misfortune(/\/content\?/, { status: 413 });
    withoutBatches();
    const { code, stderr } = await there('import', source, top, '--concurrency', '1');
    expect(code).toBe(7);
    expect(stderr).toMatch(/Imported 1 file .*, 1 failed/);
    expect(await truth('tree', top)).not.toContain('a.txt');
    expect(await truth('trash', 'list', '-o', 'id')).toBe('');
    expect((await there('import', source, top)).stderr).toMatch(/^Imported 1 file .*, 1 already there/);
    await complete();
  });

  test('without batches completes what it could not delete after a refusal', async () => {
    withoutBatches();
    const fateOfOthers = proxy.fate;
    proxy.fate = (line) => (/\/content\?|^DELETE /.test(line) ? { status: 413 } : fateOfOthers(line));
    expect((await there('import', source, top)).code).toBe(7);
    proxy.fate = () => 'pass';
    expect((await there('import', source, top)).stderr).toContain('2 completed after an earlier attempt');
    await complete();
  });

  test.each([404, 405, 413, 501])('sends single calls after a batch was refused with %i', async (status) => {
    proxy.fate = (line) => (/\/nodes\/batch/.test(line) ? { status } : 'pass');
    expect((await there('import', source, top)).code).toBe(0);
    expect(proxy.lines.filter((line) => /\/nodes\/batch/.test(line))).toHaveLength(1);
    expect(proxy.lines.filter((line) => /\/content\?/.test(line))).toHaveLength(2);
    await complete();
  });
});

describe('a large file', () => {
  const bytes = Buffer.alloc(3_000_000, 'edu-repo ');
  const versions = async () => JSON.parse(await truth('node', 'versions', `${top}/gross.bin`, '-o', 'json')).versions;

  beforeEach(async () => {
    await there('mkdir', top);
    await writeFile(join(source, 'gross.bin'), bytes);
  });

  test('that gets lost on its way leaves no empty file, where others would see it', async () => {
    proxy.fate = (line) => (/\/nodes\/batch/.test(line) ? (proxy.lines.length > 3 ? 'lost' : 'pass') : 'pass');
    expect((await there('cp', join(source, 'gross.bin'), `repo:${top}/`)).code).not.toBe(0);
    expect(proxy.lines.filter((line) => /ccm%3Aio/.test(line))).toEqual([]);
    expect(await truth('ls', top)).toBe('');
  });

  test('is in its first version', async () => {
    expect((await there('cp', join(source, 'gross.bin'), `repo:${top}/`)).code).toBe(0);
    expect(await versions()).toMatchObject([{ version: { major: 1, minor: 0 } }]);
  });

  test('that a batch with a lost answer has stored is not stored again', async () => {
    misfortune(/\/nodes\/batch/, 'pass', 'answer lost');
    expect((await there('cp', join(source, 'gross.bin'), `repo:${top}/`)).code).toBe(0);
    expect(await versions()).toHaveLength(1);
  });
});

describe('cp -r that loses the server', () => {
  /** Passes the first request that fits, and none after it. */
  const lostAfterOne = (pattern: RegExp): void => {
    let passed = 0;
    const fateOfOthers = proxy.fate;
    proxy.fate = (line) => {
      if (!pattern.test(line)) return fateOfOthers(line);
      passed += 1;
      return passed === 1 ? 'pass' : 'lost';
    };
  };
  /** The command line that the advice names. */
  const advised = (stderr: string): string[] => /To continue: edu-repo (.*)$/m.exec(stderr)?.[1]?.split(' ') ?? [];

  test('says how to continue an upload into the folder that it made', async () => {
    withoutBatches();
    lostAfterOne(/\/content\?/);
    const lost = await there('cp', '-r', source, `repo:${top}`, '--concurrency', '1');
    expect(lost.code).toBe(8);
    expect(advised(lost.stderr)).toEqual(['cp', '-r', `${source}/.`, `repo:${top}`]);
    proxy.fate = () => 'pass';
    expect((await there(...advised(lost.stderr))).code).toBe(0);
    expect([await truth('cat', `${top}/a.txt`), await truth('cat', `${top}/sub/b.txt`)]).toEqual([
      'first file',
      'second file',
    ]);
    expect((await truth('tree', top)).match(/\.txt/g)).toHaveLength(2);
  });

  test('says how to continue a download', async () => {
    await there('import', source, top);
    const out = join(folder, `copies-${count}`, top.slice(1));
    await mkdir(dirname(out));
    lostAfterOne(/eduservlet/);
    const lost = await there('cp', '-r', `repo:${top}`, out, '--concurrency', '1');
    expect(lost.code).toBe(8);
    proxy.fate = () => 'pass';
    expect(advised(lost.stderr)).toEqual(['cp', '-r', `repo:${top}`, dirname(out)]);
    expect((await there(...advised(lost.stderr))).code).toBe(0);
    expect(await readFile(join(out, 'sub/b.txt'), 'utf8')).toBe('second file');
    expect(await readdir(dirname(out))).toEqual([top.slice(1)]);
    // Under another name, the download begins again.
    lostAfterOne(/eduservlet/);
    const renamed = await there('cp', '-r', `repo:${top}`, `${out}-other`, '--concurrency', '1');
    expect(renamed.stderr).toContain(`To continue, delete ${out}-other and run the same command again.`);
  });
});

describe('cp over a bad connection', () => {
  const out = () => join(folder, `out-${count}`);

  beforeEach(() => there('import', source, top));

  test('of a file that is refused leaves nothing new, and the old content', async () => {
    const file = join(source, 'sub/b.txt');
    misfortune(/\/nodes\/batch|\/content\?/, 'pass', { status: 413 }, { status: 413 });
    expect((await there('cp', file, `repo:${top}/new.txt`)).code).not.toBe(0);
    expect((await there('cp', file, `repo:${top}/a.txt`, '--if-exists', 'replace')).code).not.toBe(0);
    expect(await truth('ls', top)).not.toContain('new.txt');
    expect(await truth('cat', `${top}/a.txt`)).toBe('first file');
  });

  test.each(['half an answer', 'damaged', 'lost'] as const)('gets the whole file after «%s»', async (fate) => {
    misfortune(/eduservlet/, fate, fate);
    expect((await there('cp', `repo:${top}/a.txt`, out())).code).toBe(0);
    expect(await readFile(out(), 'utf8')).toBe('first file');
  });

  test.each(['half an answer', 'damaged'] as const)(
    'keeps nothing of a file when «%s» is all that ever comes',
    async (fate) => {
      proxy.fate = (line) => (line.includes('eduservlet') ? fate : 'pass');
      const { code } = await there('cp', '-r', `repo:${top}`, out());
      expect(code).toBe(7);
      expect((await readdir(out(), { recursive: true })).filter((name) => name !== 'sub')).toEqual([]);
    },
  );
});
