import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type OaiServer, type ServedRecord, servedRecords, startOaiServer } from '../support/oai-server.ts';
import { countsOf, imported, inShort } from './imported.ts';
import { withTemporaryRepository } from './temporary-repository.ts';

const repository = withTemporaryRepository();

async function served(records: ServedRecord[]): Promise<OaiServer> {
  const server = await startOaiServer(records);
  onTestFinished(() => server.close());
  return server;
}

const harvest = (server: OaiServer, target: string, ...more: readonly string[]) =>
  imported(repository, server.url, target, '--as', 'oai', '--allow-host', new URL(server.url).host, ...more);

async function namesIn(path: string): Promise<string[]> {
  const { nodes } = await repository.json<{ nodes: { name: string }[] }>(['ls', path]);
  return nodes.map(({ name }) => name);
}

const trashed = async (): Promise<string[]> =>
  (await repository.json<{ nodes: { name: string }[] }>(['trash', 'list'])).nodes.map(({ name }) => name);

const withRecord = (records: readonly ServedRecord[], number: number, change: Partial<ServedRecord>): ServedRecord[] =>
  records.map((record) => (record.number === number ? { ...record, ...change } : record));

test('a second harvest takes only what changed, and brings what was deleted to the trash', async () => {
  const server = await served(servedRecords(35));
  const first = await harvest(server, '/Ernte');
  expect([first.code, countsOf(first)]).toEqual([0, { created: 35 }]);
  expect(await namesIn('/Ernte')).toHaveLength(35);

  const changed = { title: 'Neuer Titel', datestamp: '2025-02-02T00:00:00Z' };
  server.records = withRecord(withRecord(server.records, 3, changed), 5, { ...changed, isDeleted: true });
  server.now = '2025-02-03T00:00:00Z';
  server.requests.length = 0;
  const second = await harvest(server, '/Ernte');
  expect(inShort(second).map((line) => line.split(' | ').slice(0, 2).join(': '))).toEqual([
    'changed: record oai:example.org:3',
    'changed: record oai:example.org:5',
  ]);
  expect(server.requests.some((query) => query.get('from') === '2025-02-01T10:00:00Z')).toBe(true);
  expect(await namesIn('/Ernte')).toHaveLength(34);
  expect(await trashed()).toEqual(['Arbeitsblatt 5 <& Lösung>']);
  const { stdout } = await repository.run(['metadata', 'export', '/Ernte', '-o', 'json']);
  expect(stdout).toContain('Neuer Titel');

  const third = await harvest(server, '/Ernte');
  expect(third.items.filter(({ result }) => result !== 'already there' && result !== 'skipped')).toEqual([]);

  // Who names a date reads again what was read before.
  const all = await harvest(server, '/Ernte', '--from', '2025-01-01');
  expect(countsOf(all)).toEqual({ 'already there': 34, skipped: 1 });
});

test('a broken record costs only itself, and a server that is busy is waited for', async () => {
  const server = await served(withRecord(servedRecords(25), 7, { isBroken: true }));
  server.failing = [{ status: 503, retryAfter: 1 }, { status: 502 }];
  const { code, items } = await harvest(server, '/Kaputt');
  expect(code).toBe(7);
  expect(items.flatMap(({ result, where }) => (result === 'failed' ? [where] : []))).toEqual([
    'record oai:example.org:7',
  ]);
  // The two refused requests were sent again: Identify, and the three pages.
  expect(server.requests).toHaveLength(6);
  expect(await namesIn('/Kaputt')).toHaveLength(24);
});

test.each([
  'repeats its token',
  'sends the same page again and again',
  'answers HTML',
  'answers half a page',
  'declares entities',
  'forgets its tokens',
] as const)('a server that %s ends the harvest with a reason, and the next one goes on', async (fault) => {
  const server = await served(servedRecords(25));
  server.fault = fault;
  const target = `/Fehler ${fault}`;
  const broken = await harvest(server, target);
  expect(broken.code).not.toBe(0);
  expect(broken.stderr.trimEnd().split('\n').length).toBeGreaterThan(2);
  server.fault = undefined;
  expect((await harvest(server, target)).code).toBe(0);
  expect(await namesIn(target)).toHaveLength(25);
});

test('a harvest without anything new says so', async () => {
  const server = await served(servedRecords(3));
  expect((await harvest(server, '/Nichts Neues')).code).toBe(0);
  const { code, stderr } = await harvest(server, '/Nichts Neues');
  expect(code).toBe(0);
  expect(stderr).toMatch(/Imported .* to \/Nichts Neues: (?:it has nothing new|3 already there)\./);
});

test('an address of this machine is refused unless the user allows it', async () => {
  const server = await served(servedRecords(1));
  const { code, stderr } = await repository.run(['import', server.url, '/Nichts', '--as', 'oai']);
  expect(code).not.toBe(0);
  expect(stderr).toContain('--allow-host');
  expect(server.requests).toEqual([]);
});

test('a dry run says what would come, and keeps nothing', async () => {
  const server = await served(servedRecords(12));
  expect(countsOf(await harvest(server, '/Probe', '--dry-run'))).toEqual({ created: 12 });
  expect((await repository.run(['ls', '/Probe'])).code).toBe(3);
  expect(countsOf(await harvest(server, '/Probe'))).toEqual({ created: 12 });
});

test('an address is recognised by what it returns, if it does not show what it is', async () => {
  const server = await served(servedRecords(3));
  const host = new URL(server.url).host;
  const { code, stderr } = await imported(repository, server.url, '/Erkannt', '--allow-host', host);
  expect([code, stderr]).toEqual([0, expect.stringContaining('as a harvest of')]);

  const record = {
    '@context': ['https://w3id.org/kim/amb/context.jsonld', { '@language': 'de' }],
    ...{ id: 'https://example.org/1', type: ['LearningResource'], name: 'Kreise' },
    license: { id: 'https://creativecommons.org/licenses/by-sa/4.0/' },
  };
  const feed = createServer(({ url }, response) => {
    response.statusCode = url === '/amb.jsonl' ? 200 : 404;
    response.end(url === '/amb.jsonl' ? `${JSON.stringify(record)}\nkein JSON\n` : '');
  });
  await new Promise<void>((resolve) => feed.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void feed.close());
  const { port } = feed.address() as AddressInfo;
  const local = ['--allow-host', `127.0.0.1:${port}`] as const;
  const read = await imported(repository, `http://127.0.0.1:${port}/amb.jsonl`, '/Strom', ...local);
  expect(read.stderr).toContain('as AMB records');
  expect(countsOf(read)).toEqual({ created: 1, failed: 1 });
  const { stdout } = await repository.run(['metadata', 'export', '/Strom', '-o', 'json']);
  expect(stdout).toContain('CC_BY_SA');
  // Only a request tells.
  for (const path of ['oai', 'nix.xml']) {
    const missing = await imported(repository, `http://127.0.0.1:${port}/${path}`, '/Strom', ...local);
    expect(missing.stderr).toContain('The server returned the status 404.');
  }
});
