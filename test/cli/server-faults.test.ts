import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { selfSigned } from '../support/self-signed.ts';
import { openWayTo, type ServedSchool, serveSchool, type WayTo } from '../support/served-schools.ts';
import { run } from './run-line.ts';

/** What is wrong on the way to a server has words of its own, in every command. */
let school: ServedSchool;
let way: WayTo;
let secure: WayTo;
let folder = '';
let count = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'faults-'));
  school = await serveSchool('school');
  way = await openWayTo(school.url);
  secure = await openWayTo(school.url, selfSigned);
});
afterAll(async () => {
  for (const each of [way, secure, school]) await each?.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  count += 1;
  way.behaviour = 'passes';
});

const person = ['--username', 'anna', '--password-stdin'];
/** The same address in a command that signs in, one that adds it, and one that works there. */
const commands: readonly (readonly [name: string, words: (url: string) => readonly string[]])[] = [
  ['login', (url) => ['login', url, ...person]],
  ['remote add', (url) => ['remote', 'add', 'schule', url]],
  ['remote test', (url) => ['remote', 'test', '--url', url]],
  ['ls', (url) => ['ls', '/', '--url', url]],
];
const at = (words: readonly string[]) =>
  run(words, { environment: { EDU_REPO_CONFIG: join(folder, String(count), 'config.yaml') }, input: 'geheim\n' });

type Responder = (request: IncomingMessage, response: ServerResponse) => void;
const page =
  (status: number, headers: Record<string, string> = {}): Responder =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'text/html', ...headers }).end('<h1>Something</h1>');

async function expectWords(url: string, code: number, ...words: RegExp[]): Promise<void> {
  for (const [name, wordsOf] of commands) {
    const done = await at(wordsOf(url));
    expect(done.code, `${name}: ${done.stderr}`).toBe(code);
    for (const each of words) expect(done.stderr, name).toMatch(each);
    expect(done.stdout).toBe('');
    expect(done.stderr).not.toMatch(/Error\b/);
  }
}

describe('an address without a repository', () => {
  test('404 with a page', async () => {
    way.behaviour = page(404);
    await expectWords(way.url, 3, /There is no repository at/);
  });

  test('another page, of a web server or a network that wants a sign-in', async () => {
    way.behaviour = page(200);
    for (const [name, wordsOf] of commands) {
      const { code, stderr } = await at(wordsOf(way.url));
      expect([code, stderr], name).toEqual([name === 'ls' ? 8 : 3, expect.stringContaining('not JSON, but text/html')]);
    }
  });

  test('JSON of something else', async () => {
    way.behaviour = (_, response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":1}');
    for (const words of [
      ['login', way.url, ...person],
      ['remote', 'add', way.url],
      ['remote', 'test', '--url', way.url],
    ]) {
      const { code, stderr } = await at(words);
      expect([code, stderr]).toEqual([3, expect.stringContaining('There is no repository at')]);
    }
  });

  test('a redirect, such as from http to https, names where it leads', async () => {
    way.behaviour = page(301, { location: 'https://repo.example.org/edu-sharing/rest' });
    await expectWords(way.url, 1, /leads to another one: https:\/\/repo\.example\.org/);
  });
});

describe('a port of the other protocol', () => {
  test('https to a port that speaks plain HTTP', async () => {
    await expectWords(
      way.url.replace('http:', 'https:'),
      8,
      /begins with https:\/\/, but this port does not speak HTTPS/,
    );
  });

  test('http to a port that speaks HTTPS', async () => {
    await expectWords(secure.url.replace('https:', 'http:'), 8, /begins with http:\/\/, but this port speaks HTTPS/);
  });
});

describe('a certificate', () => {
  test('that nobody has signed: with the way to trust it', async () => {
    await expectWords(secure.url, 8, /does not trust the certificate/, /NODE_EXTRA_CA_CERTS/, /openssl s_client/);
  });
});

describe('a proxy that answers', () => {
  test.each([502, 503, 504])('%i with a page', async (status) => {
    way.behaviour = page(status, { via: '1.1 squid' });
    await expectWords(way.url, 8, /A proxy answered instead of the repository/, /by way of the proxy 1\.1 squid/);
  });

  test('407', async () => {
    way.behaviour = page(407);
    await expectWords(way.url, 1, /proxy .* requires a sign-in/);
  });

  test('a page with Via is told as that of a proxy', async () => {
    way.behaviour = page(200, { via: '1.1 kids-filter' });
    expect((await at(['ls', '/', '--url', way.url])).stderr).toContain('by way of the proxy 1.1 kids-filter');
  });

  test('an error of the repository itself is none', async () => {
    way.behaviour = (_, response) =>
      void response.writeHead(503, { 'content-type': 'application/json' }).end('{"error":"x","message":"Come later."}');
    expect((await at(['ls', '/', '--url', way.url])).stderr).not.toContain('proxy');
  });
});

describe('no server', () => {
  test('at this port', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    await new Promise((resolve) => server.close(resolve));
    await expectWords(`http://127.0.0.1:${port}`, 8, /No server listens at this address \(ECONNREFUSED\)/);
  });

  test('of this name', async () => {
    await expectWords('http://no-such-host.invalid', 8, /There is no host with this name/);
  });
});

describe('a clock that differs', () => {
  const behind =
    (by: number): Responder =>
    (_, response) => {
      const headers = { 'content-type': 'application/json', date: new Date(Date.now() - by).toUTCString() };
      response.writeHead(200, headers).end(JSON.stringify({ version: { major: 3, minor: 1, repository: '1' } }));
    };

  test('by more than five minutes is a warning', async () => {
    way.behaviour = behind(20 * 60_000);
    const added = await at(['remote', 'add', way.url]);
    expect([added.code, added.stderr]).toEqual([
      0,
      expect.stringMatching(/The clock of the server is 20 min.* behind/),
    ]);
    way.behaviour = behind(60_000);
    expect((await at(['remote', 'add', 'andere', way.url])).stderr).not.toContain('clock');
  });

  test('is said of a sign-in that is refused', async () => {
    way.behaviour = (_, response) => {
      const date = new Date(Date.now() + 3_600_000).toUTCString();
      response.writeHead(401, { 'content-type': 'application/json', date }).end('{"message":"No."}');
    };
    const { code, stderr } = await at(['ls', '/', '--url', way.url]);
    expect([code, stderr]).toEqual([4, expect.stringContaining('ahead of this machine')]);
  });
});
