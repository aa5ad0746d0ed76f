import { once } from 'node:events';
import { appendFile, chown, readFile, utimes, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { serve } from '../../src/daemon/serve.ts';
import { withTemporaryRepository } from './temporary-repository.ts';

interface Finding {
  readonly check: string;
  readonly state: string;
  readonly detail: string;
  readonly remedy: string | null;
}

const { run, dataDirectory, folder } = withTemporaryRepository();

/** What the doctor finds, by check, and its exit code. */
async function examined(environment: Readonly<Record<string, string>> = {}, words: readonly string[] = []) {
  const { code, stdout, stderr } = await run(['doctor', '-o', 'json', ...words], {
    environment: { EDU_REPO_SERVER_PORT: '0', ...environment },
  });
  expect(stdout, stderr).not.toBe('');
  const { findings } = JSON.parse(stdout) as { findings: Finding[] };
  for (const { state, remedy } of findings) expect(remedy === null).toBe(state === 'ok');
  return { code, of: (check: string) => findings.find((finding) => finding.check === check) };
}

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return String((server.address() as AddressInfo).port);
}

const checks = [
  'disk space',
  'owner of files',
  'clock',
  'configuration',
  'port',
  'mail',
  'database',
  'lock',
  'metadata store',
  'search index',
];

test('a healthy repository has no problem, with and without a server, and a backup makes the warning go', async () => {
  const before = await examined();
  expect(before.code).toBe(0);
  for (const check of checks) expect(before.of(check)).toMatchObject({ state: 'ok' });
  expect(before.of('last backup')).toMatchObject({ state: 'warning', detail: 'none' });
  expect((await run(['backup', 'create', join(folder(), 'backup')])).code).toBe(0);
  expect((await examined()).of('last backup')).toMatchObject({ state: 'ok', detail: expect.stringMatching(/^today/) });
  const server = await serve({ dataDirectory: dataDirectory(), overrides: { 'server.port': '0' } });
  try {
    const during = await examined();
    expect([during.code, during.of('port')?.detail]).toEqual([0, 'the server listens']);
    expect(during.of('lock')?.detail).toMatch(/the server answers/);
  } finally {
    await server.close();
  }
});

test('a port in use, mail without a server and a mistake in the configuration are problems with a remedy', async () => {
  const taken = await listening(createServer());
  const inUse = await examined({ EDU_REPO_SERVER_PORT: taken });
  expect(inUse.code).toBe(1);
  expect(inUse.of('port')).toMatchObject({ state: 'problem', remedy: expect.stringContaining(taken) });

  const mail = { EDU_REPO_MAIL_SERVER_HOST: '127.0.0.1', EDU_REPO_MAIL_SERVER_PORT: taken };
  expect((await examined(mail)).of('mail')).toMatchObject({ state: 'ok' });
  const closed = createServer();
  const gone = await listening(closed);
  closed.close();
  await once(closed, 'close');
  expect((await examined({ ...mail, EDU_REPO_MAIL_SERVER_PORT: gone })).of('mail')).toMatchObject({ state: 'problem' });

  const file = join(dataDirectory(), 'config.yaml');
  const text = await readFile(file, 'utf8');
  await appendFile(file, '\nserverr: {}\n');
  const mistaken = await examined();
  await writeFile(file, text);
  expect([mistaken.code, mistaken.of('configuration')]).toMatchObject([
    1,
    { detail: expect.stringMatching(/serverr/) },
  ]);
});

test('a file of the future and one of another user are problems', async () => {
  const marker = join(dataDirectory(), 'edu-repo.json');
  await utimes(marker, new Date('2099-01-01'), new Date('2099-01-01'));
  const future = await examined();
  await utimes(marker, new Date(0), new Date(0));
  expect([future.code, future.of('clock')?.remedy]).toEqual([1, expect.stringContaining('timedatectl')]);
  // Only root can give a file away.
  if (process.getuid?.() !== 0) return;
  await chown(marker, 12_345, 12_345);
  const foreign = await examined();
  await chown(marker, 0, 0);
  expect([foreign.code, foreign.of('owner of files')]).toMatchObject([1, { detail: expect.stringContaining(marker) }]);
});

test('a remote repository is checked for its clock, and one that does not answer is a problem', async () => {
  const stale = createHttpServer((_, response) => {
    response.setHeader('date', 'Sat, 28 Nov 2020 12:00:00 GMT');
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ version: { major: 1, minor: 1, repository: '9' }, services: [] }));
  });
  const url = `http://127.0.0.1:${await listening(stale)}/edu-sharing/rest`;
  const remote = await examined({}, ['--url', url]);
  expect([remote.code, remote.of('clock of the server')]).toMatchObject([1, { state: 'problem' }]);
  expect(remote.of('disk space')).toBeUndefined();
  const silent = await examined({}, ['--url', 'http://127.0.0.1:9/edu-sharing/rest']);
  expect([silent.code, silent.of('connection')]).toMatchObject([1, { state: 'problem' }]);
});
