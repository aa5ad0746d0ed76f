import { execFileSync, spawnSync } from 'node:child_process';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { skipWithout } from '../support/skip-policy.ts';
import { withTemporaryRepository } from './temporary-repository.ts';

const { run, dataDirectory, folder } = withTemporaryRepository();

interface Setting {
  readonly key: string;
  readonly value: unknown;
  readonly origin: string;
  readonly place: string | null;
}

test('config show says where each value comes from, and shows no secret', async () => {
  const file = join(dataDirectory(), 'config.yaml');
  const text = await readFile(file, 'utf8');
  const mail = 'mail: { server: { host: mail.example.org, username: repo, password: geheim-1 } }';
  const clients = 'authentication: { oauth: { clients: { portal: geheim-2, other: { file: other.secret } } } }';
  await writeFile(file, `${mail}\n${clients}\n`);
  await appendFile(file, 'trash: { retention: P30D }\n');
  const environment = { EDU_REPO_SERVER_PORT: '9090' };
  const { code, stdout } = await run(['config', 'show', '--origin', '-o', 'json'], { environment });
  const table = await run(['config', 'show', 'server', 'mail.server.password', '--origin'], { environment });
  await writeFile(file, text);
  expect(code).toBe(0);
  expect(stdout).not.toContain('geheim');
  const { settings } = JSON.parse(stdout) as { settings: Setting[] };
  const of = (key: string) => settings.find((setting) => setting.key === key);
  expect(of('server.port')).toEqual({
    key: 'server.port',
    value: 9090,
    origin: 'environment',
    place: 'EDU_REPO_SERVER_PORT',
  });
  expect(of('trash.retention')).toMatchObject({
    value: 'P30D',
    origin: 'file',
    place: expect.stringMatching(/:3:\d+$/),
  });
  expect(of('mail.server.password')).toMatchObject({ value: '(hidden)', origin: 'file' });
  expect(of('authentication.oauth.clients')?.value).toEqual({ portal: '(hidden)', other: { file: 'other.secret' } });
  expect(of('server.host')).toEqual({ key: 'server.host', value: '127.0.0.1', origin: 'default', place: null });
  expect(table.stdout).toMatch(/^server.port +9090 +EDU_REPO_SERVER_PORT$/m);
  expect(table.stdout).toMatch(/^mail.server.password +\(hidden\) +\S+config.yaml:1:\d+$/m);
  expect(table.stdout).not.toContain('trash.retention');
  expect((await run(['config', 'show', 'sever.port'])).code).toBe(2);
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

test('service print writes a unit that systemd accepts', async (context) => {
  if (!hasSystemd) skipWithout(context, 'systemd-analyze: install systemd');
  const data = join(folder(), 'with space 100%');
  const { code, stdout } = await run(['service', 'print', '--user', 'root', '--data', data]);
  expect(code).toBe(0);
  expect(stdout).toContain('with space 100%%"');
  const unit = join(folder(), 'edu-repo.service');
  await writeFile(unit, stdout);
  const verify = (file: string): string =>
    execFileSync('systemd-analyze', ['verify', file], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  expect(verify(unit)).toBe('');
  await writeFile(unit, stdout.replace('ExecStart=', 'ExecStart=nothing-here '));
  expect(() => verify(unit)).toThrow();
});

test('service print refuses a name that is no user', async () => {
  expect((await run(['service', 'print', '--user', 'a b'])).code).toBe(2);
});

test('status --watch needs a server and a number', async () => {
  const alone = await run(['status', '--watch']);
  expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining('needs a running server')]);
  expect((await run(['status', '--watch', 'often'])).code).toBe(2);
});
