import { stat } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { adminPassword, home, start, startDaemon, withBuiltProgram } from './built-program.ts';

withBuiltProgram();

describe('a daemon', () => {
  test('makes its data directory, prints one line on stdout, and ends with 0 on SIGTERM and SIGINT', async () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const { daemon, line, url } = await startDaemon();
      expect(line).toBe(`ready ${url}`);
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/edu-sharing\/rest$/);
      daemon.kill(signal);
      const { exitCode, stdout } = await daemon;
      expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: line });
    }
  });

  test('keeps its folders to 0700 and its files to 0600', async () => {
    const modeOf = async (path: string) => ((await stat(home('data', path))).mode & 0o777).toString(8);
    expect(await modeOf('.')).toBe('700');
    expect(await modeOf('operator.token')).toBe('600');
  });

  test('is the only one: a second ends with 9 and names the first', async () => {
    const { daemon } = await startDaemon();
    const second = await start(['serve', '--port', '0']);
    expect(second.exitCode).toBe(9);
    expect(second.stdout).toBe('');
    expect(second.stderr).toContain(`process ${daemon.pid}`);
    expect(second.stderr.split('\n')).toHaveLength(3);
  });

  test('tells of a port that is taken, and leaves the data directory free', async () => {
    const { url } = await startDaemon();
    const other = home('other');
    await start(['init', '--data', other]);
    const { exitCode, stderr } = await start(['serve', '--data', other, '--port', new URL(url).port]);
    expect(exitCode).toBe(8);
    expect(stderr).toContain('EADDRINUSE');
    expect(stderr.split('\n')).toHaveLength(3);
    expect((await start(['ls', '/', '--data', other])).exitCode).toBe(0);
  });

  test('serves commands over its socket and over its address alike', async () => {
    const { url } = await startDaemon();
    await start(['node', 'create', '/', 'gemeinsam', '--type', 'ccm:map']);
    const overSocket = await start(['ls', '/']);
    const overAddress = await start(['ls', '/'], {
      env: { EDU_REPO_URL: url, EDU_REPO_USER: 'admin', EDU_REPO_PASSWORD: adminPassword, EDU_REPO_DATA: '' },
    });
    expect(overSocket.stdout).toContain('gemeinsam/');
    expect(overAddress.stdout).toBe(overSocket.stdout);
  });

  test('makes nothing, and shows no password, where it cannot listen', async () => {
    const { url } = await startDaemon();
    const env = { EDU_REPO_ADMIN_PASSWORD: '' };
    const words = ['serve', '--data', home('fresh'), '--port'];
    const { exitCode, stderr } = await start([...words, new URL(url).port], { env });
    expect(exitCode).toBe(8);
    expect(stderr).not.toContain('shown only once');
    await expect(stat(home('fresh'))).rejects.toThrow('ENOENT');
    expect((await start(['serve', '--data', home('fresh'), '--host', '300.1.1.1'], { env })).stderr).toMatch(
      /300\.1\.1\.1 cannot be used\./,
    );
  });

  // The bundler once dropped the check, which tests of the sources cannot see.
  test.each(['%FC', '%ff', '%ED%A0%80', 'a%'])('refuses the address with %s, and makes nothing', async (part) => {
    const { url } = await startDaemon();
    const authorization = `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const answer = await fetch(`${url}/iam/v1/groups/-home-/x${part}`, { method: 'POST', headers, body: '{}' });
    expect(answer.status).toBe(400);
    const query = await fetch(`${url}/iam/v1/groups/-home-?pattern=%FC`, { headers });
    expect(query.status).toBe(400);
    const groups = await fetch(`${url}/iam/v1/groups/-home-?pattern=&maxItems=1000`, { headers });
    expect(await groups.text()).not.toMatch(/GROUP_x/);
  });
});
