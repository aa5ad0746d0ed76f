import { createPublicKey, createSign, verify } from 'node:crypto';
import { open, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeJavaProperties } from '../../src/base/java-properties.ts';
import { saveSecret } from '../../src/cli/app/client-secret.ts';
import { withTemporaryRepository } from './temporary-repository.ts';

const { run, json, folder } = withTemporaryRepository();
const file = (name: string): string => join(folder(), name);
const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

describe('apps', () => {
  test('get a key pair: the private one into a new file of their own, the public one on stdout', async () => {
    const { code, stdout } = await run(['app', 'keygen', file('one.key')]);
    expect(code).toBe(0);
    expect(await modeOf(file('one.key'))).toBe(0o600);
    const signature = createSign('RSA-SHA256')
      .update('Text')
      .sign(await readFile(file('one.key'), 'utf8'));
    expect(verify('RSA-SHA256', Buffer.from('Text'), createPublicKey(stdout), signature)).toBe(true);
    const before = await readFile(file('one.key'), 'utf8');
    expect((await run(['app', 'keygen', file('one.key')])).code).toBe(6);
    expect(await readFile(file('one.key'), 'utf8')).toBe(before);
    expect((await run(['app', 'keygen', file('none/one.key')])).code).toBe(1);
  });

  test('are registered by the file that a plugin writes, listed, and removed', async () => {
    const publicKey = (await run(['app', 'keygen', file('two.key')])).stdout;
    const properties = { appid: 'moodle-1', type: 'LMS', trustedclient: 'true', host: '*', public_key: publicKey };
    await writeFile(file('moodle.xml'), writeJavaProperties(Object.entries(properties)));
    expect(await json<object>(['app', 'add', file('moodle.xml')])).toMatchObject({ appid: 'moodle-1', host: '*' });
    expect((await run(['app', 'list'])).stdout).toMatch(/^moodle-1 +\S* *LMS +yes +\*$/m);
    expect((await run(['app', 'add', file('moodle.xml')])).code).toBe(1);
    expect((await run(['app', 'remove', 'moodle-1'])).code).toBe(2);
    expect((await run(['app', 'rm', 'moodle-1', '--yes'])).code).toBe(0);
    expect((await run(['app', 'list', '-o', 'id'])).stdout).toBe('');
    expect((await run(['app', 'remove', 'moodle-1', '--yes'])).code).toBe(3);
  });

  test('a key is made for a registration that is taken, and for no other', async () => {
    const words = ['app', 'add', '--id', 'twice', '--host', '*', '--generate-key'];
    const { stdout, stderr } = await run([...words, file('twice-1.key')]);
    expect(stderr).toContain(`The private key is in ${file('twice-1.key')}`);
    expect(stdout).toMatch(/^public_key +[\w+/]{20}…$/m);
    expect((await run([...words, file('twice-2.key')])).code).toBe(1);
    await expect(stat(file('twice-2.key'))).rejects.toThrow('ENOENT');
    expect((await stat(file('twice-1.key'))).size).toBeGreaterThan(1000);
  });

  test('that can sign nobody in are registered, and it is said what they lack', async () => {
    const bare = await run(['app', 'add', '--id', 'keyless']);
    expect(bare.code).toBe(0);
    expect(bare.stderr).toContain('--generate-key');
    expect(bare.stderr).toContain('--host');
    expect((await run(['app', 'add', '--id', 'silent', '--untrusted'])).stderr).toBe('');
    expect((await run(['app', 'list'])).stdout).toMatch(/^keyless +keyless +LMS +no/m);
  });

  test('are registered by flags, with a key pair that is made', async () => {
    const words = ['app', 'add', '--id', 'lern & co', '--title', 'Lernen <1>', '--host', '192.0.2.1'];
    const dry = await run([...words, '--generate-key', file('three.key'), '--dry-run']);
    expect(dry.stderr).toContain('<entry key="appid">lern &amp; co</entry>');
    const made = await json<Record<string, string>>([...words, '--generate-key', file('three.key')]);
    expect(made).toMatchObject({ appid: 'lern & co', appcaption: 'Lernen <1>', trustedclient: 'true', type: 'LMS' });
    expect(made['public_key']).toMatch(/^-----BEGIN PUBLIC KEY-----/);
    expect(await modeOf(file('three.key'))).toBe(0o600);
    expect((await run(['app', 'add', '--host', 'x'])).code).toBe(2);
    expect((await run(['app', 'add', file('moodle.xml'), '--id', 'x'])).code).toBe(2);
    await writeFile(file('bad.xml'), '<html>');
    expect((await run(['app', 'add', file('bad.xml')])).code).toBe(1);
  });
});

describe('clients', () => {
  test('get a secret that is shown once, or goes into a new file', async () => {
    expect((await run(['client', 'list'])).stderr).toContain('No clients are registered');
    const { secret } = await json<{ secret: string }>(['client', 'add', 'portal']);
    expect(secret.length).toBeGreaterThan(20);
    expect((await run(['client', 'add', 'cli', '--secret-file', file('cli.secret')])).stdout).toBe('');
    expect(await modeOf(file('cli.secret'))).toBe(0o600);
    // curl sends the file as it is.
    expect(await readFile(file('cli.secret'), 'utf8')).toMatch(/^\S{21,}$/);
    expect((await run(['client', 'list', '-o', 'id'])).stdout).toBe('cli\nportal\n');
  });

  test('have their secret on disk, or shown where it cannot be written', async () => {
    const said: string[] = [];
    const output = { report: (text: string) => said.push(text) };
    const path = file('closed.secret');
    await writeFile(path, '');
    const handle = await open(path, 'r');
    try {
      const kept = saveSecret(handle, path, { id: 'portal', secret: 'only once' }, output);
      await expect(kept).rejects.toMatchObject({ next: expect.stringContaining('--renew') });
      expect(said).toEqual(['Secret of portal, shown only once: only once']);
    } finally {
      await handle.close();
    }
  });

  test('that are known get a new secret only where that is said', async () => {
    await run(['client', 'add', 'known']);
    expect((await run(['client', 'add', 'known'])).code).toBe(6);
    expect((await run(['client', 'add', 'known', '--renew'])).code).toBe(0);
    expect((await run(['client', 'add', 'other', '--secret-file', file('cli.secret')])).code).toBe(6);
    expect((await run(['client', 'list', '-o', 'id'])).stdout).not.toContain('other');
  });

  test('are removed, and a bad id is none', async () => {
    await run(['client', 'add', 'gone']);
    expect((await run(['client', 'remove', 'gone'])).code).toBe(2);
    expect((await run(['client', 'remove', 'gone', '--yes'])).code).toBe(0);
    expect((await run(['client', 'remove', 'gone', '--yes'])).code).toBe(3);
    // Nobody is asked about a client that is not there.
    expect((await run(['client', 'remove', 'gone'])).code).toBe(3);
    expect((await run(['client', 'add', 'no id', '--secret-file', file('no.secret')])).code).toBe(1);
    await expect(stat(file('no.secret'))).rejects.toThrow('ENOENT');
  });
});
