import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { withTemporaryRepository } from './temporary-repository.ts';

const { run, folder } = withTemporaryRepository();

/** Imports a list and returns a line for each row. */
async function imported(content: string, ...flags: readonly string[]) {
  const path = join(folder(), 'list.csv');
  await writeFile(path, content);
  const { code, stdout, stderr } = await run([
    ...['user', 'import', path, '--without-passwords', '-o', 'jsonl'],
    ...flags,
  ]);
  const rows = stdout.split('\n').filter((line) => line !== '');
  return { code, stderr, rows: rows.map((line) => JSON.parse(line) as { result: string; why: string | null }) };
}

const administrators = async () => (await run(['group', 'members', 'ALFRESCO_ADMINISTRATORS', '-o', 'id'])).stdout;

beforeAll(async () => {
  await run(['group', 'create', 'technik']);
  await run(['user', 'create', 'boss', '--first-name', 'Berta', '--last-name', 'Boss', '--generate-password']);
  await run(['group', 'add', 'technik', 'boss']);
  await run(['group', 'add', 'ALFRESCO_ADMINISTRATORS', 'GROUP_technik']);
});

test('no row makes an administrator', async () => {
  for (const flags of [['--dry-run'], []]) {
    const { code, rows } = await imported(
      'Login;Nachname;Klasse\nc;D;ALFRESCO_ADMINISTRATORS\nd;D;5a|TECHNIK\ne;E;5a\n',
      ...flags,
    );
    expect(code).toBe(7);
    expect(rows).toMatchObject([
      { result: 'failed', why: expect.stringContaining('edu-repo group add ALFRESCO_ADMINISTRATORS c') },
      { result: 'failed', why: expect.stringContaining('edu-repo group add technik d') },
      { result: 'created' },
    ]);
  }
  expect(await administrators()).toBe('GROUP_technik\nadmin\n');
  expect((await run(['user', 'get', 'c'])).code).toBe(3);
  expect((await run(['user', 'get', 'd'])).code).toBe(3);
});

test('no option makes administrators', async () => {
  for (const option of ['--group', '--parent']) {
    const { code, stderr } = await imported('Login;Nachname;Klasse\nf;F;5f\n', option, 'GROUP_technik');
    expect(code).toBe(2);
    expect(stderr).toContain('A class list cannot make people administrators.');
  }
  expect((await run(['user', 'get', 'f'])).code).toBe(3);
});

test('no row changes an administrator or the caller', async () => {
  const { code, rows } = await imported(
    'Login;Vorname;Nachname;Klasse;Passwort\nadmin;Anton;Bauer;5a;geheim\nBoss;;;5a;\nadmin;;;;\n',
  );
  expect(code).toBe(7);
  expect(rows).toMatchObject([
    { result: 'failed', why: expect.stringMatching(/edu-repo user update admin; edu-repo group add 5a admin$/) },
    { result: 'failed', why: expect.stringMatching(/edu-repo group add 5a boss$/) },
    { result: 'already there' },
  ]);
  expect((await run(['user', 'get', 'admin'])).stdout).toMatch(/^name +Admin$/m);
});

test('a pupil with the name of an administrator gets an account only with a user name', async () => {
  const { rows } = await imported('Vorname;Nachname;Klasse\nBerta;Boss;technik2\n', '--same-names');
  expect(rows).toMatchObject([{ result: 'failed', why: expect.stringContaining('add a new user name to the row') }]);
  expect((await imported('Login;Vorname;Nachname;Klasse\nberta;Berta;Boss;5b\n')).rows).toMatchObject([
    { result: 'created' },
  ]);
});
